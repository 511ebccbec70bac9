"""The page on how annotators of word alignment work; the sums are kept by `alignment.annotator_quality`.

Start at `views`.
"""
