"""Deposits: a release handed to Zenodo, another InvenioRDM or a Dataverse, which gives it a DOI.

Start at `jobs`, whose steps can stop anywhere and go on: the row of a deposit keeps the draft, and a repository is
asked what it has before anything is made. `repositories` speak the two APIs by `annotation_site.outgoing`, `records`
writes what they want to know from the release's own DataCite record, and `tokens` keeps a person's token until the job
takes it.
"""
