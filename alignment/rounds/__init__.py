"""Reconciliation rounds: annotators see where they differ, discuss, and keep or change their readings.

Start at `services/rounds` (opening and closing) and `services/steps` (an annotator's actions in one), shown by
`views/pair`; `queries/sums` holds agreement before and after.
"""
