"""Releases of word alignment in the API: the body of a request, and reports on what is released."""
