"""Aligners, each a separately installed program; none of their code is imported."""

from alignment.suggestions.aligners.directions import AlignerError, Directions, label_links
from alignment.suggestions.aligners.eflomal import Eflomal
from alignment.suggestions.aligners.fast_align import FastAlign
from alignment.suggestions.aligners.texts import write_words

Aligner = Eflomal | FastAlign
# By the name it has in settings, in requests and on pages.
ALIGNERS: dict[str, type[Eflomal] | type[FastAlign]] = {"eflomal": Eflomal, "fast_align": FastAlign}

__all__ = ["ALIGNERS", "Aligner", "AlignerError", "Directions", "Eflomal", "FastAlign", "label_links", "write_words"]
