"""Sentence pairs of a release a few hundred at a time, as columns, from which its numbers, lines and tables are made.

`verification` computes the same link by link, from the files alone: two ways to one result, each checked by the other.
"""
