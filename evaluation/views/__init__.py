"""Pages of agreement and of systems."""
