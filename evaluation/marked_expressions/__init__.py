"""Expressions marked in a segment of a test set, corrected and undone.

Depends on `test_sets`. `marking` (pure) turns words into spans. Start at `services`.
"""
