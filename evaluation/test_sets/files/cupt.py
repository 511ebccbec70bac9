"""Expressions as .cupt marks them: `1:VID` at an expression's first word, `1` at the others, `;` between several."""

from __future__ import annotations

from collections.abc import Iterator

from alignment.formats import FormatError
from evaluation.metrics.conllu import ConlluSentence, ConlluWord
from evaluation.metrics.spans import Span
from evaluation.test_sets.files.rows import MarkedText, require_label

_NOTHING = ("", "*", "_")


def read_expressions(path: str, sentence: ConlluSentence) -> tuple[MarkedText, ...]:
    """Return expressions in the order of their first words.

    The label consists of the lemmas of the words, and the category follows the colon. Raise FormatError for a word
    whose expression has no number.
    """
    members: dict[int, list[ConlluWord]] = {}
    categories: dict[int, str] = {}
    for word in sentence.words:
        for number, category in _read_cell(path, sentence.line, word):
            members.setdefault(number, []).append(word)
            categories[number] = categories.get(number) or category
    return tuple(_mark(path, sentence, words, categories[number]) for number, words in members.items())


def _read_cell(path: str, line: int, word: ConlluWord) -> Iterator[tuple[int, str]]:
    written = word.expression or ""
    if written in _NOTHING:
        return
    for entry in written.split(";"):
        number, _, category = entry.partition(":")
        if not (number.isascii() and number.isdecimal() and len(number) < 7) or len(category) > 40:
            fault = f"In the sentence that begins here “{written[:40]}” of “{word.form[:40]}” is not 1:VID or 1;2."
            raise FormatError(path, line, fault)
        yield int(number), category


def _mark(path: str, sentence: ConlluSentence, words: list[ConlluWord], category: str) -> MarkedText:
    label = " ".join(word.lemma or word.form.lower() for word in words)
    spans = sorted({word.span for word in words})
    return MarkedText(
        require_label(path, sentence.line, label), join_neighbours(sentence.text, spans), category=category
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
