"""Word alignments of a test set's translations and references, which APT-Eval reads.

Start at `services`, then `jobs`.
"""
