"""Releases of a gold standard: files, manifest, provenance, verification.

Everything from `contents` to `verification` is pure, so that anybody can verify a release without a database.
Depends on `readings` and `adjudication`. Start at `contents`, then `jobs`.
"""
