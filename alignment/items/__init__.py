"""The pairs of a project for those who see everyone's work: the list, a pair with all that was done on it, the API.

It stands above what it shows: readings, decisions, agreement, training, gold.
"""
