"""System outputs for a test set, one hypothesis a segment.

Start at `services`; `files` (pure) reads them, and jobs of `evaluation.imports` store them.
"""
