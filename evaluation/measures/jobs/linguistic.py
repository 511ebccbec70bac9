"""Lemmas and parts of speech uploaded with a test set's texts, as a measures job reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from annotation_site.texts.conllu import ConlluWord
from annotation_site.web.exceptions import DomainError
from evaluation.linguistic_annotation.queries import (
    SOURCE,
    find_linguistic_annotation,
    read_linguistic_annotation,
    reference_part,
)
from evaluation.measures.segments import NO_WORDS, SegmentWords
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation

Words = Mapping[int, Sequence[ConlluWord]]


class LinguisticSides:
    """Linguistic annotation named in a job's parameters, as `find_linguistic_annotations` returned it at the request.

    `is_whole` means that every reference and translation has lemmas, `has_pos` that all have parts of speech too.
    """

    def __init__(self, test_set: TestSet, parameters: Mapping[str, Any]) -> None:
        self._test_set = test_set
        self._references: dict[int, str] = {
            int(index): sha256 for index, sha256 in parameters.get("references", {}).items()
        }
        self._translations: dict[int, str] = {
            int(pk): sha256 for pk, sha256 in parameters.get("translations", {}).items()
        }
        self.is_whole = bool(parameters.get("is_whole"))
        self.has_pos = bool(parameters.get("has_pos"))
        self._source: str = parameters.get("source", "")
        self._chunk: tuple[int, dict[int, SegmentWords]] = (0, {})

    def name_references(self) -> str:
        """Return the indexes and short hashes of references with linguistic annotation, for a signature."""
        return "+".join(f"{index}-{sha256[:12]}" for index, sha256 in sorted(self._references.items())) or "no"

    def name_translation(self, translation: Translation) -> str:
        """Return the short hash of the translation's linguistic annotation, or "no", for a signature."""
        return self._translations.get(translation.pk, "no")[:12]

    def name_source(self) -> str:
        """Return the short hash of the source's linguistic annotation, or "no", for a signature."""
        return self._source[:12] or "no"

    def read(self, translation: Translation, first: int, count: int) -> dict[int, SegmentWords]:
        """Return the words of `count` segments from number `first` on, by segment number."""
        hypotheses = self._stored_words(translation, self._translations.get(translation.pk, ""), first, count)
        beside = self._words_beside(first, count)
        return {
            number: replace(beside.get(number, NO_WORDS), hypothesis=hypotheses.get(number))
            for number in {*beside, *hypotheses}
        }

    def _words_beside(self, first: int, count: int) -> dict[int, SegmentWords]:
        """Return the words of source and references, cached for the last chunk: systems follow each other within a
        chunk.
        """
        if self._chunk[0] != first:
            words_by_segment: dict[int, dict[int, Sequence[ConlluWord]]] = {}
            for index, expected in self._references.items():
                for number, words in self._stored_words(reference_part(index), expected, first, count).items():
                    words_by_segment.setdefault(number, {})[index] = words
            source = self._stored_words(SOURCE, self._source, first, count)
            beside = {}
            for number in {*words_by_segment, *source}:
                beside[number] = SegmentWords(source.get(number), None, words_by_segment.get(number, {}))
            self._chunk = (first, beside)
        return self._chunk[1]

    def _stored_words(self, part: str | Translation, expected: str, first: int, count: int) -> Words:
        """Return the stored words of one text; raise DomainError if they are not those the job was asked about.

        The values would otherwise be stored under the key of another linguistic annotation.
        """
        if not expected:
            return {}
        text = find_linguistic_annotation(self._test_set, part)
        if text is None or text.sha256 != expected:
            raise DomainError("The linguistic annotation of a text has changed since the request. Measure again.")
        return read_linguistic_annotation(text, first, count)
