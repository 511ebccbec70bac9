"""Compound classes of a test set's expressions, taken from a compositionality project.

Depends on `test_sets` and `sources`. Start at `services`.
"""
