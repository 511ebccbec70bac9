"""Finding expressions of a list in a text, and reviewing the hits.

Start at `services/finding`, then `jobs`; `services/review` keeps decisions.
"""
