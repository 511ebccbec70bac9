"""Several test sets side by side: systems, matched by name and grouped by split, by test sets and measures.

Start at `queries/figures`; `queries/tables` prints them.
"""
