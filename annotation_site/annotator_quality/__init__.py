"""Figures of annotators, declared once by a kind: columns of its page and file, and fields of its API.

Start at `columns`. Which figures there are, and how they are read, is the kind's.
"""
