"""Linguistic annotation of a test set's texts: lemmas and parts of speech from CoNLL-U.

Start at `services`, then `jobs`.
"""
