"""Anchoring of ratings: a machine's scores beside the questions, where a project shows them, and how far they pull
raters along, from controls without them.

`effects` is pure. Start with `models`.
"""
