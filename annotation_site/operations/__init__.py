"""The append-only log of all actions, which also makes repeated requests harmless.

Every write appends an `Operation` in its own transaction; the database refuses to change one. Start at `services`.
"""
