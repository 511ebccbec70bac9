"""Aligners scored against released gold standards, also by frequency band.

Depends on `metrics.alignment` and releases of word alignment. Start at `services`, then `jobs/scores`.
"""
