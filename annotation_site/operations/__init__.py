"""The append-only log of everything people do, and what makes a repeated request harmless.

Every write appends an `Operation` in its own transaction; the database refuses to change one. Depends on nothing
above it. Start at `services`.
"""
