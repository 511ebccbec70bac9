"""Annotators' work on passages in figures: pace, marks, agreement with the others and with decisions, and flags.

Start at `work`, which counts without a database, and at `queries` for the columns.
"""
