"""CoNLL-U and .cupt as far as the measures need them: form, lemma and part of speech of each word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from alignment.formats.errors import Rejected, reject

_COLUMNS = 10


@dataclass(frozen=True, slots=True)
class ConlluWord:
    """lemma and upos are None where the file says `_`; `expression` is the eleventh column of .cupt, else None."""

    form: str
    lemma: str | None
    upos: str | None
    expression: str | None = None


@dataclass(frozen=True, slots=True)
class ConlluSentence:
    line: int
    words: tuple[ConlluWord, ...]


def read_conllu(lines: Iterable[str]) -> Iterator[ConlluSentence | Rejected]:
    """Sentences in order; the first line that is not of the format ends its sentence with a Rejected in its place.

    Ranges (`1-2`, whose words follow) and empty nodes (`1.1`) are passed over.
    """
    words: list[ConlluWord] = []
    first, fault = 0, None
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            continue
        if line.strip():
            first = first or number
            word = _parse_word(line, number)
            if isinstance(word, Rejected):
                fault = fault or word
            elif word is not None:
                words.append(word)
        elif first:
            yield fault or ConlluSentence(first, tuple(words))
            words, first, fault = [], 0, None
    if first:
        yield fault or ConlluSentence(first, tuple(words))


def _parse_word(line: str, number: int) -> ConlluWord | Rejected | None:
    cells = line.split("\t")
    if len(cells) < _COLUMNS:
        return reject(number, f"A word of CoNLL-U has {_COLUMNS} columns or more, this one {len(cells)}.", line)
    place = cells[0]
    if "-" in place or "." in place:
        return None
    if not place.isdecimal() or not cells[1]:
        return reject(number, "A word of CoNLL-U begins with its number and its form.", line)
    form = cells[1]
    lemma = cells[2] if cells[2] != "_" or form == "_" else None
    upos = cells[3] if cells[3] != "_" else None
    return ConlluWord(form, lemma, upos, cells[_COLUMNS] if len(cells) > _COLUMNS else None)
