"""Releases of every kind of project: numbered, immutable, verifiable from the file alone.

Depends on `jobs`. Start at `building`, which packs and stores what a kind's release job has written; `archives`
packs equal files into equal bytes.
"""
