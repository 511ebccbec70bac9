"""A test set as files: everything that came in, and what was measured, in forms that can be imported again.

Start at `queries/files`, which names them and writes each.
"""
