"""Releases of every kind of project: numbered, immutable, verifiable from the file alone.

Depends on `jobs`. Start at `building`, which packs and stores the files of a kind's release job; `manifest` describes
what every manifest states; `archives` packs equal files into equal bytes.
"""
