"""The page on how annotators of word alignment work; the sums are kept by `alignment.quality`.

Start at `views`.
"""
