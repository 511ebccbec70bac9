"""Adjudicators' decisions, whatever is decided: stored with a version, recorded, undone step by step.

A kind adds a table (`models.Decision`) and names its two acts. Start at `services`.
"""
