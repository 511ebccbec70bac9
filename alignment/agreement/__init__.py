"""Agreement of annotators on links, kept as counts per pair and as running sums.

Depends on `readings`. Start at `counts` (pure: AGR, kappa and confusion from counts that add up); `counting` keeps
them as readings come in, `services` counts a project from scratch and names what differed.
"""
