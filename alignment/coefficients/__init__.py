"""Coefficients of agreement on links, as counts that add up: for agreement, quality, rounds, releases and files."""
