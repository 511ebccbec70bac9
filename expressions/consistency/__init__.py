"""Consistency of the gold standard: lexical items with all their occurrences, and corrections of many at once.

`items` finds items and skipped occurrences, `gold` applies corrections; both know no database. Corrections change the
gold standard and nobody's reading; each is one operation, which can be undone.
"""
