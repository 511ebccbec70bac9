"""Splits of a corpus into train, dev and test by the number of expressions that training has not seen."""
