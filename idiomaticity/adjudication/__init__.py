"""Compounds that need a second look, and an adjudicator's decisions on them.

`polarisation` (pure) finds split raters, sentences and classes. Start at `services`.
"""
