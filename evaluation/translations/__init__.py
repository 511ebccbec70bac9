"""System outputs for a test set, one hypothesis a segment.

Depends on `test_sets`. Start at `services`, then `jobs`; `files` (pure) reads them.
"""
