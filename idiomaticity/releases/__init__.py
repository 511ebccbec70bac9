"""Releases of a study in the shape of NCTTI, with raw ratings and paraphrases.

`queries/manifest` says what a manifest states beside the numbers. All but the layers (`queries`, `jobs`, `services`,
`forms`, `views`, `api`) is pure and verifies a release with one compound in memory. Start at `contents`.
"""
