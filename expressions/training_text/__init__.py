"""Text to train translation systems on, made of sentences with expressions: split, marked, extended, cut into pieces.

Start at `splits` and `marking`; `lengths` leaves pairs out and `subwords` learns pieces of words.
"""
