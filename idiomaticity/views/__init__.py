"""Pages of compositionality, one module per subject."""
