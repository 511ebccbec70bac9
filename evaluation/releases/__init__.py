"""Releases of an evaluation: one test set with outputs, alignments, scores, and what people judged.

`published` declares the files, `rows` what each holds of the evaluation in `contents`; `queries/manifest` reads that
from the database. All but the layers (`queries`, `jobs`, `services`, `forms`, `views`, `api`) is pure and verifies a
release without a database.
"""
