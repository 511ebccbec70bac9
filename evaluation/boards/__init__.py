"""The board of a test set: figures by system, by group and by expression, and reasons for each segment.

Start at `queries/boards`; `folding` counts the runs of a system as one.
"""
