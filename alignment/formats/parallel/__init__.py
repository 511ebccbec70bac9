"""Formats of parallel text, one module each, under the short names of docs/formats.md.

Start at `registry`; `pairs` defines a sentence pair as files give it.
"""
