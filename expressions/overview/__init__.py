"""The overview of a project that marks expressions: its counts and its manager’s steps, in `queries`."""
