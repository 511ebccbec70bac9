"""System outputs for a test set, one hypothesis a segment.

Start at `services`, then `jobs`; `files` (pure) reads them.
"""
