"""An expression in other projects that the user may see: its alignments and translations there.

Start at `queries`, which queries an index by the word prefixes of `evaluation.sources.words`.
"""
