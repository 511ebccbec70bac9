"""Sentences of passages from their stored lines, as CoNLL-U and for pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from annotation_site.texts.conllu import FORM, LEMMA, UPOS, ConlluSentence, read_conllu
from expressions.formats.sentences import AFTER, BEFORE, UNKNOWN
from expressions.passages.models import Passage, PassageSentence


def read_sentence(stored: PassageSentence) -> ConlluSentence:
    """Return the sentence with its lines."""
    (sentence,) = read_conllu(stored.lines.split("\n"))
    assert isinstance(sentence, ConlluSentence)
    return replace(sentence, column=stored.column)


def describe_sentences(sentences: Iterable[PassageSentence]) -> list[dict[str, Any]]:
    """Return the forms of each sentence with their words, which are several where words share a form (`du`)."""
    return [_describe_sentence(each, read_sentence(each)) for each in sentences]


def _describe_sentence(stored: PassageSentence, sentence: ConlluSentence) -> dict[str, Any]:
    return {
        "place": stored.place,
        "identifier": stored.source_sent_id,
        "before": sentence.find_comment(BEFORE) or "",
        "after": sentence.find_comment(AFTER) or "",
        "forms": _list_forms(stored, sentence),
    }


def _list_forms(stored: PassageSentence, sentence: ConlluSentence) -> list[dict[str, Any]]:
    """Return the forms of a sentence, with spaces as its text has them."""
    texts, _, homes = sentence.list_forms()
    _, placed = sentence.place_words()
    forms: list[dict[str, Any]] = [{"text": text, "is_spaced": False, "words": []} for text in texts]
    end: dict[int, int] = {}
    for place, (row, word, home) in enumerate(zip(sentence.words, placed, homes, strict=True)):
        end[home] = word.span[1]
        if home and not forms[home]["words"]:
            forms[home - 1]["is_spaced"] = end[home - 1] < word.span[0]
        forms[home]["words"].append(
            {
                "index": stored.first_word + place,
                "form": row.cells[FORM],
                "lemma": row.cells[LEMMA] if row.cells[LEMMA] != "_" else "",
                "upos": row.cells[UPOS] if row.cells[UPOS] != "_" else "",
            }
        )
    return forms


def cut_words(lines: str) -> Iterator[tuple[str, str]]:
    """Yield form and lemma of each word of a sentence from its stored lines; a missing lemma is the form. Only the
    first cells of a line are cut, for 10,000 sentences in a request.
    """
    for line in lines.split("\n"):
        cells = line.split("\t", LEMMA + 1)
        if cells[0].isdecimal():
            form, lemma = cells[FORM], cells[LEMMA]
            yield form, form if lemma == UNKNOWN else lemma


def list_forms(passage: Passage) -> list[str]:
    """Return the forms of all words of a passage, in their order."""
    return [row.cells[FORM] for stored in passage.sentences.all() for row in read_sentence(stored).words]
