"""Training and test text with expressions marked, split and augmented.

`expressions` (pure) does the work, also on the command line. Start at `services`, then `jobs`.
"""
