"""TESLA-M with compositionality, and the words, WordNet and tags it compares.

Pure. Start at `score`; `matching` maximises the matching of n-grams.
"""
