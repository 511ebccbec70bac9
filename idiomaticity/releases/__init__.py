"""Releases of a study in the shape of NCTTI, with raw ratings and paraphrases.

`published` declares the files, `rows` what each holds of the study in `contents`; `queries/manifest` reads that from
the database. All but the layers (`queries`, `jobs`, `services`, `forms`, `views`, `api`) is pure and verifies a
release with one compound in memory.
"""
