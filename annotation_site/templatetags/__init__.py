"""Tags that the templates of every app use."""
