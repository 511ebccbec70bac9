"""Judgements on which annotators differ, and an adjudicator's decisions on them: a gold standard of judgements.

`differences` (pure) measures how far readings are apart, and what they agree on. Start at `services`.
"""
