"""Releases of a gold standard: files, manifest, provenance, verification.

Depends on `readings` and `adjudication`. `queries/manifest` says what a manifest states beside the numbers. All but the
layers (`queries`, `jobs`, `services`, `forms`, `views`, `api`) is pure, so that anybody can verify a release without a
database. Start at `contents`, then `jobs`.
"""
