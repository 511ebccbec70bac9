"""Sentence pairs: texts, tokens and their excerpts.

Tokens never change; a correction makes a new version. Start at `models`; their pages are in `alignment/items`.
"""
