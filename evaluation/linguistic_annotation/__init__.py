"""Linguistic annotation of a test set's texts: lemmas and parts of speech from CoNLL-U.

Depends on `test_sets`. Start at `services`, then `jobs`.
"""
