"""Sentences with lemmas from CoNLL-U, or from .cupt, which adds columns to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from annotation_site.phrases.words import Sentence, Word
from annotation_site.texts.characters import make_comparable

_COLUMNS = 10
_FORM, _LEMMA, _MISC = 1, 2, 9


def read_conllu(lines: Iterable[str], language: str = "") -> Iterator[Sentence]:
    """Yield sentences in order. Words that share one form (1-2 du) all have its span; empty nodes (1.1) are skipped.
    Raise ValueError, naming the line, at the first line that is malformed.
    """
    rows: list[list[str]] = []
    for number, line in enumerate(lines, start=1):
        line = line.rstrip("\r\n")
        if not line.strip():
            if rows:
                yield _make_sentence(rows, language)
            rows = []
        elif not line.startswith("#"):
            cells = line.split("\t")
            if len(cells) < _COLUMNS:
                raise ValueError(f"line {number}: The line has {len(cells)} of {_COLUMNS} columns.")
            if "." not in cells[0]:
                rows.append(cells)
    if rows:
        yield _make_sentence(rows, language)


def _make_sentence(rows: list[list[str]], language: str) -> Sentence:
    """Return the sentence with a text built from the forms and their SpaceAfter=No, so that spans always fit it."""
    text, words = "", list[Word]()
    shared_until, shared = "", (0, 0)
    for cells in rows:
        number, form = cells[0], cells[_FORM]
        if "-" in number:
            shared = (len(text), len(text) + len(form))
            shared_until = number.partition("-")[2]
            text += form + _space_after(cells)
            continue
        start, end = shared if shared_until else (len(text), len(text) + len(form))
        if not shared_until:
            text += form + _space_after(cells)
        elif number == shared_until:
            shared_until = ""
        # "_" says that the lemma is not known.
        lemma = form if cells[_LEMMA] == "_" else cells[_LEMMA]
        keys = frozenset((make_comparable(form, language), make_comparable(lemma, language)))
        words.append(Word(start, end, form, keys))
    return Sentence(text.rstrip(" "), tuple(words))


def _space_after(cells: list[str]) -> str:
    return "" if "SpaceAfter=No" in cells[_MISC].split("|") else " "
