"""Expressions marked in a segment of a test set, corrected and undone.

`marking` (pure) turns words into spans. Start at `services`.
"""
