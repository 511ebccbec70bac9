"""Compounds that need a second look, and an adjudicator's decisions on them.

Start at `services`; `idiomaticity.classes` finds split raters, sentences and classes.
"""
