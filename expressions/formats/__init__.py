"""Files of sentences with marked expressions: readers, writers, and conversion. Start with `registry`."""
