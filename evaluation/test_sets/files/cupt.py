"""Expressions of segments as .cupt marks them: the column as `expressions.formats.cupt` reads it, placed in the text.

In files written here, a comment adds what the column cannot hold: `# interlinea = {"expressions": […]}`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Self

from alignment.formats import FormatError
from annotation_site.texts.conllu import ConlluSentence, ConlluWord
from annotation_site.texts.token_places import Span, find_tokens, join_neighbours
from evaluation.test_sets.files.objects import read_expression_objects
from evaluation.test_sets.files.rows import MarkedText, require_label
from expressions.formats.cupt import read_column
from expressions.formats.sentences import Expression

# The comment of files written here, with what the column cannot hold; other readers pass over it.
NOTE = "interlinea"


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence of CoNLL-U as a segment has it, with its words placed in its text."""

    conllu: ConlluSentence
    text: str
    words: tuple[ConlluWord, ...]

    @classmethod
    def of(cls, sentence: ConlluSentence) -> Self:
        """Return the sentence with its words placed in its text."""
        return cls(sentence, *sentence.place_words())

    @property
    def line(self) -> int:
        """Return the line of its first word."""
        return self.conllu.line


def read_expressions(path: str, sentence: PlacedSentence) -> tuple[MarkedText, ...]:
    """Return expressions in the order of the comment, then of their first words.

    The label consists of the lemmas of the words, unless the comment has the same words; the category follows the
    colon. What is marked as NotMWE is none. Raise FormatError for a word whose expression has no number.
    """
    column, _ = read_column(sentence.conllu, path)
    marks = {number: mark for number, mark in column.items() if mark.is_expression}
    left, noted, numbers = dict(marks), [], count(1)
    for noted_expression in _parse_note(path, sentence):
        number = next(numbers) if noted_expression.source_spans else 0
        mark = left.get(number)
        if number and not _are_at(sentence, mark, noted_expression.source_spans):
            continue  # changed since: the column is what other tools edit
        left.pop(number, None)
        category = marks[number].category if number in marks else ""
        noted.append(replace(noted_expression, category=category or noted_expression.category))
    return (*noted, *(make_text(path, sentence, mark) for mark in left.values()))


def _parse_note(path: str, sentence: PlacedSentence) -> tuple[MarkedText, ...]:
    """Return the expressions of the comment; none if it does not fit the sentence, which may have changed since."""
    try:
        note = json.loads(sentence.conllu.find_comment(NOTE) or "{}")
        return read_expression_objects(path, sentence.line, note, sentence.text) if isinstance(note, dict) else ()
    except (FormatError, ValueError, RecursionError):
        return ()


def _are_at(sentence: PlacedSentence, mark: Expression | None, spans: Sequence[Span]) -> bool:
    spans_of_words = [word.span for word in sentence.words]
    covered = {spans_of_words[index] for index in find_tokens(spans_of_words, spans)}
    return covered == {spans_of_words[index] for index in (mark.words if mark else ())}


def make_text(path: str, sentence: PlacedSentence, mark: Expression) -> MarkedText:
    """Return a mark of the column as an expression, under its lemmas."""
    words = [sentence.words[index] for index in mark.words]
    label = " ".join(word.lemma or word.form.lower() for word in words)
    spans = sorted({word.span for word in words})
    return MarkedText(
        require_label(path, sentence.line, label), join_neighbours(sentence.text, spans), category=mark.category
    )
