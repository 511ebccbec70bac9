"""Projection of an expression from its place in the source to the words aligned to it in the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from alignment.readings.links import Cell
from annotation_site.texts.token_places import find_tokens, join_neighbours
from evaluation.test_sets.files.rows import MarkedText, text_of


@dataclass(frozen=True, slots=True)
class AlignedTexts:
    """Two sentences with the places of their tokens and the links between these."""

    source: str
    reference: str
    source_places: Sequence[tuple[int, int]]
    reference_places: Sequence[tuple[int, int]]
    links: frozenset[Cell]

    def project(self, marked: MarkedText) -> MarkedText:
        """Return the expression with the aligned words of the reference, even discontinuous ones, unless it has its
        own.
        """
        if marked.reference_spans or not marked.source_spans:
            return marked
        inside = set(find_tokens(self.source_places, marked.source_spans))
        aligned = {target for source, target in self.links if source in inside}
        spans = join_neighbours(self.reference, sorted(self.reference_places[target] for target in aligned))
        return replace(
            marked, reference_spans=spans, reference_text=marked.reference_text or text_of(self.reference, spans)
        )
