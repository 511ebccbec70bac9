"""Releases of every kind of project: numbered, immutable, verifiable from the file alone.

Start at `tables`, which says what a kind declares; `building` packs and stores a job's release, `manifest` describes
what every manifest states, `archives` reads a zip that anybody may have made.
"""
