"""Error spans: stretches of a translation, or of its source, that people mark with a category and a severity.

`schemes` says what may be marked and what it weighs, `boundaries` where a mark may begin and end, `overlap` how far two
people mark the same characters.
"""
