"""Compound classes of a test set's expressions, taken from a compositionality project.

Start at `services`.
"""
