"""Pages shared by every kind of project, one module per subject."""
