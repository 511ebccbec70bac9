"""Compounds and the sentences in which they occur.

Start at `models`; `placing` (pure) finds a compound in its sentence, `heads` says which word is the head.
"""
