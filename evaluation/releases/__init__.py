"""Releases of an evaluation: one test set with outputs, alignments, scores, and what people judged.

`queries/manifest` says what a manifest states beside the numbers. All but the layers (`queries`, `jobs`, `services`,
`forms`, `views`, `api`) is pure and verifies a release without a database. Start at `contents`.
"""
