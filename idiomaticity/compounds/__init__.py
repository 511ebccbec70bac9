"""Compounds and the sentences in which they occur.

Start at `models`; `placing` (pure) finds a compound in its sentence, `heads` finds its head.
"""
