"""Annotators' work in figures, from sums kept by week: habits, speed, agreement with peers, gold and checks.

Depends on `agreement` and `readings`. Start at `counting`, which writes the sums as readings and decisions come in; the
page is `evaluation.annotator_quality`.
"""
