"""Suggested links, from a file or an installed aligner, and the annotators' use of them.

`aligners` runs programs that somebody installed and imports nothing of theirs. Start at `services`, then `jobs`.
"""
