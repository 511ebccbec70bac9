"""The documentation of the running version under /help/: built from docs/ by Sphinx, its reference from the code."""
