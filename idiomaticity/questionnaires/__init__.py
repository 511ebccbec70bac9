"""A questionnaire beside the ratings: own questions about the rater, asked before or after the work, and a debriefing.

Depends on `crowd`, whose day of deletion is that of the answers, and which seals them. `questions` is pure. Start at
`services`.
"""
