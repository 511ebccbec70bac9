"""Releases of expressions in text: gold standard and single readings as .cupt, and everything derived from them.

`contents` derives every file from the passages, for the job that builds a release and for its verification alike.
"""
