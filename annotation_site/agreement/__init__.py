"""Agreement of annotators on one page for every kind: figures with their sources, groups, plots, intervals by a job.

A kind declares an `AgreementKind` (`kinds`) and returns an `AgreementReport` (`reports`), from which page, plots, CSV,
LaTeX and job follow. `reports` and `plots` are pure. Start there.
"""
