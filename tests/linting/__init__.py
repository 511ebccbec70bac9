"""Our own linters, for faults that no package on PyPI finds."""
