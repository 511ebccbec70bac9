"""Agreement of ratings: Krippendorff's alpha by level, annotator and time, and a plan for more ratings.

Reads ratings through `sources`. `figures`, `plan`, `timeline` and `report` are pure. Start at `figures`, then `jobs`.
"""
