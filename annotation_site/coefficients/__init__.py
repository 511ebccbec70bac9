"""Agreement beyond chance: Fleiss' kappa and Krippendorff's alpha, for any kind of annotation.

Pure computation from labels or values, with the values that must come out in the tests. Start at `alpha` and at
`kappa`, which follows from sums that add up; `unit_counts` computes the same alpha and its bootstrap from how often
each value was given, for millions of ratings. `mace` and `rater_precision` are models of the raters themselves.
"""
