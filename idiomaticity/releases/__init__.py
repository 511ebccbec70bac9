"""Releases of a study in the shape of NCTTI, with raw ratings and paraphrases.

Everything but `jobs`, `study` and `queries` is pure and verifies a release with one compound in memory. Start at
`contents`.
"""
