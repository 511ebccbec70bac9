"""Figures of annotators, declared once by a kind: page, file, API, one annotator's page, weeks, and bulk exclusion.

Start at `columns` and `kinds`. Which figures there are, and how they are read, is the kind's.
"""
