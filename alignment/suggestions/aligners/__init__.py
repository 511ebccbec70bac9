"""Aligners, each a separately installed program; none of their code is imported."""

from alignment.suggestions.aligners.directions import Directions, label_links
from alignment.suggestions.aligners.eflomal import Eflomal
from alignment.suggestions.aligners.encoder import Encoder
from alignment.suggestions.aligners.fast_align import FastAlign
from alignment.suggestions.aligners.texts import write_words

Aligner = Encoder | Eflomal | FastAlign
# By the name it has in settings, in requests and on pages.
ALIGNERS: dict[str, type[Aligner]] = {aligner.name: aligner for aligner in (Encoder, Eflomal, FastAlign)}

__all__ = [
    "ALIGNERS",
    "Aligner",
    "Directions",
    "Eflomal",
    "Encoder",
    "FastAlign",
    "label_links",
    "write_words",
]
