"""Many people at the same work."""
