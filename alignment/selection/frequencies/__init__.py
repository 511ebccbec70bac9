"""Frequencies of words in a training text: its vocabulary, frequency bands, and words that are rare enough."""
