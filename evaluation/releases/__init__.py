"""Releases of an evaluation: one test set with outputs, alignments, scores, and what people judged.

Everything but `jobs` and `queries` is pure and verifies a release without a database. Start at `contents`.
"""
