"""Machines compared with people: agreement of people with each other and with a machine, the difference, by group, and
the alternative annotator test.

`links` and `ratings` are pure and begin with one item's answers; `comparison` is what both give.
"""
