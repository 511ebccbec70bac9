"""Aligners, each a program of its own that somebody installed; nothing of theirs is imported."""

from alignment.aligners.programs import AlignerError, Directions, Eflomal, label_links

__all__ = ["AlignerError", "Directions", "Eflomal", "label_links"]
