"""Linters of our own, for what no package on PyPI looks at."""
