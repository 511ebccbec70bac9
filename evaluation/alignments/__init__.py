"""Word alignments of a test set's translations and references, which APT-Eval reads.

Depends on `translations`. Start at `services`, then `jobs`.
"""
