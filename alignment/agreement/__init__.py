"""Agreement of annotators on links, kept as counts per pair and as running sums.

AGR, kappa and confusion are computed in `alignment.coefficients`. `services/changes` notes what has changed,
`queries/changes` has it counted before anybody reads, `services/recount` names what differed.
"""
