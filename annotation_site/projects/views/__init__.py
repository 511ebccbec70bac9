"""Pages every kind of project shares, one module per subject."""
