"""Measures of word alignment: AER, F, frequency bands, and intervals of agreement on links.

Pure. Start at `scores`.
"""
