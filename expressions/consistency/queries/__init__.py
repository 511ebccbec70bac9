"""Lexical items of the gold standard, and the corrections of it as PARSEME’s notes."""
