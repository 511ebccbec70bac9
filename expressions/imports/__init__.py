"""Importing text, with or without finished readings: a preview first, then passages.

Every format of `expressions.formats.registry` with one file is taken. Start at `services`; `jobs` reads and stores.
"""
