"""Adjudicators' decisions, whatever is decided: stored with a version, recorded, undone step by step.

A kind adds a table (`models.Decision`) and names its two acts; its page answers steps by `views.take_step`. Start at
`services`.
"""
