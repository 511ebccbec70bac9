"""Annotators' work in figures, from sums kept by week: habits, speed, agreement with peers, gold and checks.

Start at `queries/counts`, which keeps the sums with those of agreement, and at `queries/quality` for the columns.
"""
