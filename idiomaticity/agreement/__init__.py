"""Agreement of ratings: alpha by scale and level, without each annotator, among those with most in common, over time.

`figures`, `timeline`, `report` (figures as a job stores them) and `groups` (as the shared page shows them) are pure.
Start at `figures`.
"""
