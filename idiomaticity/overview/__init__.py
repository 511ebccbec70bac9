"""The overview of a compositionality project: its counts and its manager’s steps, in `queries`."""
