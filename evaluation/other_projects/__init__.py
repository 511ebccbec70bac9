"""An expression in other projects that the user may see: its alignments and translations there.

Start at `queries`; `words` (pure) gives the word prefixes for querying an index.
"""
