"""Every answer of a study as one row of a table, for statistics outside of the platform.

`table` says what the columns are. Start at `queries`.
"""
