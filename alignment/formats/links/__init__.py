"""Formats of word alignments, one module each, under the short names of docs/formats.md.

Start at `registry`; `aligned` defines what every reader yields.
"""
