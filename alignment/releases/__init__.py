"""Releases of a gold standard: pairs, gold links with their origin, readings.

`published` declares the files, `gold_standard` has their contents; `queries/manifest` reads these from the database.
All but the layers (`queries`, `jobs`, `services`, `forms`, `views`, `api`) is pure, so that anybody can verify a
release without a database.
"""
