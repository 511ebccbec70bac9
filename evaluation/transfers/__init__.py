"""Accepted hits become a test set, pairs to align or compounds to rate.

Start at `services`, then `jobs`.
"""
