"""Sentence pairs: tokens, settings of the project and the manager's list.

Tokens never change; a correction makes a new version. Start at `models`, then `tokens` for how raw text is split.
"""
