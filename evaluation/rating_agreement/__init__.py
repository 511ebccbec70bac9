"""The planner: how many more ratings and sentences a study of compositionality needs for a precision.

Reads ratings through `sources`. `plan`, `precision` and `variances` are pure. Start at `plan`, then `jobs`.
"""
