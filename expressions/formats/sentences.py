"""Sentences with marked expressions, as every format gives and takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from annotation_site.texts.conllu import COLUMNS, FORM, LEMMA, MISC, UPOS, ConlluRow, ConlluSentence
from expressions.categories.presets import is_not_an_expression

UNKNOWN = "_"
NO_SPACE = "SpaceAfter=No"
# Comments that hold the context of a sentence, which is shown and not annotated.
BEFORE, AFTER = "context_before", "context_after"


class Expression(NamedTuple):
    """A marked expression: the places of its words among the words of the sentence, from 0 and in order, and its
    category, empty where none was given. The others are what tools know of a mark besides.
    """

    words: tuple[int, ...]
    category: str = ""
    comment: str = ""
    annotator: str = ""
    confidence: float | None = None

    @property
    def gaps(self) -> int:
        """Return the number of words between its words."""
        return self.words[-1] - self.words[0] + 1 - len(self.words)

    @property
    def is_expression(self) -> bool:
        """Return whether it is one; NotMWE says that annotators found it to be none."""
        return not is_not_an_expression(self.category)


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence of CoNLL-U with its expressions.

    `unmarked_line` is the line of the first word that nobody annotated (`_`), None where all were. `on_ranges` are
    lines of ranges that hold codes, which belong to their words. `language` is what a file of several languages says.
    """

    conllu: ConlluSentence
    expressions: tuple[Expression, ...]
    unmarked_line: int | None = None
    on_ranges: tuple[int, ...] = ()
    language: str = ""

    def with_expressions(self, expressions: tuple[Expression, ...]) -> Self:
        """Return the sentence with other expressions."""
        return replace(self, expressions=expressions)

    @property
    def line(self) -> int:
        return self.conllu.line

    @property
    def word_count(self) -> int:
        return sum(row.kind == "word" for row in self.conllu.rows)

    @property
    def forms(self) -> list[str]:
        return [row.cells[FORM] for row in self.conllu.rows if row.kind == "word"]

    @property
    def lemmas(self) -> list[str]:
        """Return the lemmas, `_` where one is missing."""
        return [row.cells[LEMMA] for row in self.conllu.rows if row.kind == "word"]


def make_sentence(
    line: int, tokens: Sequence[Sequence[str]], comments: Sequence[str] = (), ranges: Iterable[Sequence[str]] = ()
) -> ConlluSentence:
    """Return a sentence of words given by form, lemma, part of speech and MISC, as many of these as are known, for
    formats without the columns of CoNLL-U. `ranges` are identifier, form and MISC of forms that words share; ValueError
    for one that is none.
    """
    lines, rows = list(comments), list[ConlluRow]()
    shared: dict[int, Sequence[str]] = {}
    for each in ranges:
        start, _, end = each[0].partition("-")
        if not (start.isdecimal() and end.isdecimal() and 0 < int(start) <= int(end) <= len(tokens)):
            raise ValueError(f"“{each[0][:40]}” is no range of the {len(tokens)} words of the sentence.")
        shared[int(start)] = each

    def append(cells: list[str], kind: str, first: int, last: int) -> None:
        rows.append(ConlluRow(line + len(rows), len(lines), cells, kind, first, last))  # type: ignore[arg-type]
        lines.append("\t".join(cells))

    for number, token in enumerate(tokens, 1):
        if number in shared:
            name, form, misc = shared[number]
            append([name, form, *[UNKNOWN] * 7, misc], "range", number, int(name.partition("-")[2]))
        form, lemma, upos, misc = (*token, *[UNKNOWN] * (4 - len(token)))
        cells = [str(number), *[UNKNOWN] * (COLUMNS - 1)]
        cells[FORM], cells[LEMMA], cells[UPOS], cells[MISC] = form, lemma, upos, misc
        append(cells, "word", number, number)
    return ConlluSentence(line, tuple(lines), tuple(rows))
