"""Agreement of annotators on links, kept as counts per pair and as running sums.

Start at `agr` (pure: AGR, kappa and confusion from counts that add up). `services/changes` notes what has changed,
`queries/changes` has it counted before anybody reads, `services/recount` names what differed.
"""
