"""Pages of word alignment, one module per subject."""
