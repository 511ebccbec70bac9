"""The overview of a word alignment project: its counts and its manager’s steps, in `queries`."""
