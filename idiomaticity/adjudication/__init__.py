"""Compounds that deserve a second look, and what an adjudicator decides about them.

Depends on `classes` and `results`. `camps` (pure) finds split raters, sentences and classes. Start at `services`.
"""
