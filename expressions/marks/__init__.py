"""Marking expressions in a passage: the words of each, its category, how sure the annotator is, a comment.

Start at `marking`, which knows no database; `services` stores what a page sends whole at every change.
"""
