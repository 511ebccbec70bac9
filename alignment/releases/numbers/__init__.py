"""The numbers of a release: counts and agreement in `totals`, links by the frequency of words in `frequencies`."""
