"""The overview of a translation evaluation: its counts and its manager’s steps, in `queries`."""
