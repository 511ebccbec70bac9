"""Correcting the text of a pair: a new version takes its place, and work is kept where words are unchanged.

Start at `services/corrections`; `matching` (pure) decides which words stayed, `services/carrying` moves links,
decisions and suggestions over.
"""
