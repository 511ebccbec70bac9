"""Pairs with their readings, as releases and agreement take them."""

from alignment.releases.queries.pairs import read_compared_pairs as read_compared_pairs
