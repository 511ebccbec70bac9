"""Numbers of a compositionality release: sums over its ratings, and agreement."""
