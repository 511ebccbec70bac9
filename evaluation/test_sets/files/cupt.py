"""Expressions as .cupt marks them: `1:VID` at an expression's first word, `1` at the others, `;` between several.

In files written here, a comment adds what the column cannot hold: `# interlinea = {"expressions": […]}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import NamedTuple, Self

from alignment.formats import FormatError
from annotation_site.texts.conllu import ConlluSentence, ConlluWord
from annotation_site.texts.token_places import Span, find_tokens
from evaluation.test_sets.files.objects import read_expression_objects
from evaluation.test_sets.files.rows import MarkedText, require_label

# The comment of files written here, with what the column cannot hold; other readers pass over it.
NOTE = "interlinea"
_NOTHING = ("", "*", "_")
# PARSEME keeps with it what annotators looked at and found to be no expression.
_NOT_ONE = "notmwe"


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence as a segment has it: `line` is that of its first word, `note` the comment of files written here."""

    line: int
    text: str
    words: tuple[ConlluWord, ...]
    note: str = ""

    @classmethod
    def of(cls, sentence: ConlluSentence) -> Self:
        """Return the sentence of CoNLL-U with its words placed in its text."""
        return cls(sentence.line, *sentence.place_words(), sentence.find_comment(NOTE) or "")


class ColumnMark(NamedTuple):
    """A mark in the column: the places of its words in the sentence, and its category. NotMWE is no expression."""

    words: tuple[int, ...]
    category: str

    @property
    def is_expression(self) -> bool:
        return self.category.lower() != _NOT_ONE


def read_column(path: str, sentence: PlacedSentence) -> dict[int, ColumnMark]:
    """Return the marks by their numbers, in the order of their first words. Raise FormatError as read_expressions."""
    members: dict[int, list[int]] = {}
    categories: dict[int, str] = {}
    for index, word in enumerate(sentence.words):
        for number, category in _parse_cell(path, sentence.line, word):
            members.setdefault(number, []).append(index)
            categories[number] = categories.get(number) or category
    return {number: ColumnMark(tuple(words), categories[number]) for number, words in members.items()}


def read_expressions(path: str, sentence: PlacedSentence) -> tuple[MarkedText, ...]:
    """Return expressions in the order of the comment, then of their first words.

    The label consists of the lemmas of the words, unless the comment has the same words; the category follows the
    colon. What is marked as NotMWE is none. Raise FormatError for a word whose expression has no number.
    """
    marks = {number: mark for number, mark in read_column(path, sentence).items() if mark.is_expression}
    members = {number: _words_of(sentence, mark) for number, mark in marks.items()}
    categories = {number: mark.category for number, mark in marks.items()}
    noted, numbers = [], count(1)
    for noted_expression in _parse_note(path, sentence):
        number = next(numbers) if noted_expression.source_spans else 0
        if number and not _are_at(sentence, members.get(number, ()), noted_expression.source_spans):
            continue  # changed since: the column is what other tools edit
        members.pop(number, None)
        noted.append(replace(noted_expression, category=categories.get(number) or noted_expression.category))
    others = (make_text(path, sentence, marks[number]) for number in members)
    return (*noted, *others)


def _words_of(sentence: PlacedSentence, mark: ColumnMark) -> list[ConlluWord]:
    return [sentence.words[index] for index in mark.words]


def _parse_note(path: str, sentence: PlacedSentence) -> tuple[MarkedText, ...]:
    """Return the expressions of the comment; none if it does not fit the sentence, which may have changed since."""
    try:
        note = json.loads(sentence.note or "{}")
        return read_expression_objects(path, sentence.line, note, sentence.text) if isinstance(note, dict) else ()
    except (FormatError, ValueError, RecursionError):
        return ()


def _are_at(sentence: PlacedSentence, words: Sequence[ConlluWord], spans: Sequence[Span]) -> bool:
    spans_of_words = [word.span for word in sentence.words]
    return {spans_of_words[index] for index in find_tokens(spans_of_words, spans)} == {word.span for word in words}


def _parse_cell(path: str, line: int, word: ConlluWord) -> Iterator[tuple[int, str]]:
    written = word.expression or ""
    for entry in written.split(";"):
        if entry.strip() in _NOTHING or entry.strip().lower() == _NOT_ONE:
            continue
        number, _, category = entry.partition(":")
        if not (number.isascii() and number.isdecimal() and len(number) < 7) or len(category) > 40:
            fault = f"In the sentence that begins here “{written[:40]}” of “{word.form[:40]}” is not 1:VID or 1;2."
            raise FormatError(path, line, fault)
        yield int(number), category


def make_text(path: str, sentence: PlacedSentence, mark: ColumnMark) -> MarkedText:
    """Return a mark of the column as an expression, under its lemmas."""
    words = _words_of(sentence, mark)
    label = " ".join(word.lemma or word.form.lower() for word in words)
    spans = sorted({word.span for word in words})
    return MarkedText(
        require_label(path, sentence.line, label), join_neighbours(sentence.text, spans), category=mark.category
    )


def join_neighbours(text: str, spans: list[Span]) -> tuple[Span, ...]:
    """Join spans with nothing but spaces between them."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
