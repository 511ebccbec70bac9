"""Accepted hits become a test set, pairs to align or compounds to rate.

Depends on `finding` and on the imports of the other apps. Start at `services`, then `jobs`.
"""
