"""Imports of every kind: the rows that each brought, and taking an import back while nobody has worked on them.

A job whose kind says which rows it brings (`jobs.registry.job`) is an import; start at `queries`, which finds the rows
that go with them and those that stand in the way.
"""
