"""Aligners scored against released gold standards, also by frequency band.

Start at `services`, then `jobs/scores`.
"""
