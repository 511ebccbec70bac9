"""Lists of items that are given out whole, each to one participant after another.

`drawing` is pure. Start at `services`, which draws the lists up; the participants of a crowd reserve them
(`crowd.queries.places`).
"""
