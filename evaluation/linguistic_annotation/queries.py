"""Lemmas and parts of speech of a test set's texts: storing them, and reading them for measures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.db.models import BooleanField, F, Func, IntegerField, Max
from django.db.models.expressions import RawSQL

from annotation_site.texts.conllu import ConlluWord
from evaluation.linguistic_annotation.models import LinguisticAnnotation, LinguisticSentence
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation

SOURCE = "source"


def reference_part(index: int = 0) -> str:
    return f"reference-{index}"


def read_place(part: str) -> int:
    """Return the position of a reference; the inverse of `reference_part`."""
    return int(part.partition("-")[2])


def list_parts(test_set: TestSet) -> list[str]:
    """Return the source and every reference of the test set."""
    return [SOURCE, *(reference_part(index) for index in range(count_references(test_set)))]


def name_part(part: str) -> str:
    """Return the part's name as pages show it: source, reference, reference 2."""
    return LinguisticAnnotation(part=part).name


def find_linguistic_annotation(test_set: TestSet, part: str | Translation) -> LinguisticAnnotation | None:
    """Return the linguistic annotation of `source`, of `reference_part(n)` or of a translation.

    Its `sha256` is part of signatures.
    """
    if isinstance(part, Translation):
        return LinguisticAnnotation.objects.filter(translation=part).first()
    return LinguisticAnnotation.objects.filter(test_set=test_set, part=part).first()


def find_linguistic_annotations(
    test_set: TestSet, translations: Iterable[int], sides: Collection[str]
) -> dict[str, Any]:
    """Return the hashes of the texts that have linguistic annotation, or an empty mapping if none has.

    The source is keyed by part, references by position and translations by key; the mapping also says whether all of
    them have it, and whether all have parts of speech.
    """
    texts = {text.translation_id or text.part: text for text in LinguisticAnnotation.objects.filter(test_set=test_set)}
    source = {SOURCE: texts[SOURCE].sha256} if SOURCE in texts and "source" in sides else {}
    return {**source, **(_find_targets(test_set, texts, set(translations)) if "target" in sides else {})}


def _find_targets(test_set: TestSet, texts: Mapping[int | str, LinguisticAnnotation], keys: set[int]) -> dict[str, Any]:
    systems = {key: texts[key] for key in keys if key in texts}
    parts = [part for part in texts if isinstance(part, str) and part != SOURCE]
    if not parts and not systems:
        return {}
    count = count_references(test_set)
    references = {index: texts[part] for index in range(count) if (part := reference_part(index)) in texts}
    is_whole = len(references) == count and len(systems) == len(keys)
    return {
        "references": {str(index): text.sha256 for index, text in references.items()},
        "translations": {str(key): text.sha256 for key, text in systems.items()},
        "is_whole": is_whole,
        "has_pos": is_whole and all(_has_pos(text) for text in (*references.values(), *systems.values())),
    }


def list_linguistic_annotations(test_set: TestSet) -> list[LinguisticAnnotation]:
    """Return every text that has lemmas: the source, references, then systems."""
    texts = LinguisticAnnotation.objects.filter(test_set=test_set).select_related("translation__system")
    return sorted(texts, key=lambda text: (text.part == "", text.part != SOURCE, text.part, text.translation_id or 0))


def describe_linguistic_annotations(test_set: TestSet) -> dict[str, int]:
    """Return the numbers of references and systems, in all and with lemmas; empty if none has lemmas."""
    translations = list(test_set.translations.values_list("pk", flat=True))
    hashes = find_linguistic_annotations(test_set, translations, ["target"])
    if not hashes:
        return {}
    return {
        "references": count_references(test_set),
        "references_with_lemmas": len(hashes["references"]),
        "systems": len(translations),
        "systems_with_lemmas": len(hashes["translations"]),
    }


def count_references(test_set: TestSet) -> int:
    """Return the largest number of references that a segment has."""
    length = Func(F("references"), function="jsonb_array_length", output_field=IntegerField())
    return test_set.segments.aggregate(most=Max(length))["most"] or 0


def _has_pos(text: LinguisticAnnotation) -> bool:
    known = Func(
        F("words"),
        RawSQL("%s::jsonpath", ["$[*][2] ? (@ != null)"]),
        function="jsonb_path_exists",
        output_field=BooleanField(),
    )
    return LinguisticSentence.objects.filter(known, text=text).exists()


def read_linguistic_annotation(text: LinguisticAnnotation, first: int, count: int) -> dict[int, list[ConlluWord]]:
    """Return the words of the segments from `first` on, by number; segments without a text are absent."""
    sentences = LinguisticSentence.objects.filter(text=text, number__gte=first, number__lt=first + count)
    words_by_number = {}
    for number, words in sentences.values_list("number", "words"):
        words_by_number[number] = [ConlluWord(form, lemma, upos) for form, lemma, upos in words]
    return words_by_number


def read_source_lines(text: LinguisticAnnotation, first: int, count: int) -> dict[int, list[str]]:
    """Return the lines of CoNLL-U of the segments from `first` on, by number; absent where they are not known."""
    sentences = LinguisticSentence.objects.filter(text=text, number__gte=first, number__lt=first + count)
    return {number: lines.split("\n") for number, lines in sentences.exclude(lines="").values_list("number", "lines")}


class LinguisticAnnotationWriter:
    """Writer of the words of one text in chunks of segments; the row itself is created with the first chunk."""

    def __init__(self, test_set: TestSet, *, part: str = "", translation: Translation | None = None) -> None:
        self._text = LinguisticAnnotation(test_set=test_set, part=part, translation=translation)
        self._hash = hashlib.sha256()

    def write(
        self,
        words_by_number: Mapping[int, Sequence[ConlluWord]],
        lines_by_number: Mapping[int, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        """Store the words of these segments, whose numbers must increase, and their lines of CoNLL-U."""
        if not words_by_number:
            return
        if self._text.pk is None:
            self._text.save()
        rows = []
        for number, words in words_by_number.items():
            stored_words = [[word.form, word.lemma, word.upos] for word in words]
            self._hash.update(json.dumps([number, stored_words]).encode())
            lines = "\n".join(lines_by_number.get(number, ()))
            rows.append(LinguisticSentence(text=self._text, number=number, words=stored_words, lines=lines))
        LinguisticSentence.objects.bulk_create(rows)

    def close(self) -> None:
        """Store the hash of the linguistic annotation, unless no segment had one."""
        if self._text.pk is not None:
            self._text.sha256 = self._hash.hexdigest()
            self._text.save(update_fields=["sha256"])
