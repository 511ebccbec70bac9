"""Paraphrases once given (giving them is in `ratings`): counted by NCTTI's rule, merged and rejected.

Answers never change, decisions are stored separately. `counts`, `decisions` and `suggestions` are pure. Start at
`counts`, then `services`.
"""
