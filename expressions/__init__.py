"""Multiword expressions in running text: formats, checks, measures; the fourth kind of annotation."""
