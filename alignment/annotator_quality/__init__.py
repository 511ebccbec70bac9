"""Annotators' work in figures, from sums kept by week: habits, speed, agreement with peers, gold and checks.

Depends on `agreement` and `readings`. Start at `queries/counts`, which keeps the sums with those of agreement; the page
is `evaluation.annotator_quality`.
"""
