"""Marks of a passage as pages, the API and submissions hold them, and as lines of text.

Words are numbered over the passage, from 0; in lines of text, which people write, from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from annotation_site.languages.marks import gettext_noop as _
from expressions.categories.presets import NOT_AN_EXPRESSION
from expressions.formats.sentences import Expression

LONGEST_COMMENT = 500
MOST_MARKS = 500
# From unsure to sure.
CONFIDENCES = (1, 2, 3)
_LINE = re.compile(
    r"(?P<words>\d{1,5}(?:[\s,]+\d{1,5})*)\s+(?P<category>[^\s#]+)\s*(?P<sure>[?!]{0,2})\s*(?:#\s*(?P<comment>.*))?"
)
NO_MARK = _("“{line}” is not a mark. Write numbers of words and a category, such as 3 5 VID.")
_SIGNS = {"??": 1, "?": 2, "!": 3}


class Mark(NamedTuple):
    """An expression in a passage, or what its annotator found to be none (NotMWE)."""

    words: tuple[int, ...]
    category: str
    confidence: int | None = None
    comment: str = ""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Return the mark with its words in order, each once."""
        words = tuple(sorted(set(stored["words"])))
        return cls(words, stored["category"], stored.get("confidence"), stored.get("comment", "").strip())

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "words": list(self.words)}


class MarkFault(NamedTuple):
    """A sentence, to be translated, about a mark, and the values for its braces."""

    sentence: str
    values: Mapping[str, object] = {}


class UnreadableLineError(ValueError):
    """A line of text that describes no mark."""

    def __init__(self, line: str) -> None:
        super().__init__(NO_MARK)
        self.fault = MarkFault(NO_MARK, {"line": line[:60]})


@dataclass(frozen=True, slots=True)
class MarkingRules:
    """The marks that are possible in a passage whose sentences have so many words."""

    sentences: Sequence[int]
    categories: Sequence[str]
    allows_single_word: bool = True
    across_sentences: bool = False

    @property
    def word_count(self) -> int:
        return sum(self.sentences)

    def find_fault(self, marks: Sequence[Mark]) -> MarkFault | None:
        """Return what is wrong with the first mark that is not allowed, or None if all are."""
        if len(marks) > MOST_MARKS:
            return MarkFault(_("A passage can have {n} marks at most."), {"n": MOST_MARKS})
        known: set[tuple[int, ...]] = set()
        for mark in marks:
            if fault := self._find_fault_in(mark):
                return fault
            if mark.words in known:
                numbers = ", ".join(str(word + 1) for word in mark.words)
                sentence = _("The words {numbers} are marked twice. An expression has one category.")
                return MarkFault(sentence, {"numbers": numbers})
            known.add(mark.words)
        return None

    def _find_fault_in(self, mark: Mark) -> MarkFault | None:
        if not mark.words or not 0 <= mark.words[0] <= mark.words[-1] < self.word_count:
            return MarkFault(_("The passage has the words 1 to {n}."), {"n": self.word_count})
        if mark.category not in self.categories and mark.category != NOT_AN_EXPRESSION:
            return MarkFault(_("“{category}” is no category of this project."), {"category": mark.category[:40]})
        if len(mark.words) == 1 and not self.allows_single_word:
            return MarkFault(_("An expression has two words or more in this project."))
        if not self.across_sentences and self._find_sentence(mark.words[0]) != self._find_sentence(mark.words[-1]):
            return MarkFault(_("The words of an expression are in one sentence."))
        if mark.confidence not in (None, *CONFIDENCES):
            return MarkFault(_("Confidence is 1, 2 or 3."))
        if len(mark.comment) > LONGEST_COMMENT:
            return MarkFault(_("A comment must have at most {n} characters."), {"n": LONGEST_COMMENT})
        return None

    def _find_sentence(self, word: int) -> int:
        end = 0
        for place, count in enumerate(self.sentences):
            end += count
            if word < end:
                return place
        return len(self.sentences)


def sort_marks(marks: Iterable[Mark]) -> list[Mark]:
    """Return the marks in the order of the text."""
    return sorted(marks, key=lambda mark: (mark.words, mark.category))


def write_lines(marks: Iterable[Mark]) -> str:
    """Return the marks as lines such as `3 5 LVC.full`; `??`, `?` or `!` says how sure, and `#` begins a comment."""
    signs = {confidence: sign for sign, confidence in _SIGNS.items()}
    lines = []
    for mark in sort_marks(marks):
        parts = [*(str(word + 1) for word in mark.words), mark.category]
        if mark.confidence is not None:
            parts.append(signs[mark.confidence])
        if mark.comment:
            parts.append(f"# {mark.comment}")
        lines.append(" ".join(parts))
    return "\n".join(lines)


def read_lines(text: str) -> list[Mark]:
    """Return the marks that lines of text describe. Raise UnreadableLineError for one that is none."""
    marks = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        match = _LINE.fullmatch(line)
        if match is None:
            raise UnreadableLineError(line)
        words = tuple(sorted({int(number) - 1 for number in re.split(r"[\s,]+", match["words"])}))
        comment = (match["comment"] or "").strip()
        marks.append(Mark(words, match["category"], _SIGNS.get(match["sure"]), comment))
    return marks


def part_marks(marks: Iterable[Mark], sentences: Sequence[int]) -> tuple[list[list[Expression]], list[Mark]]:
    """Return the marks of each sentence, whose words are counted from 0 in it, and those with words of several."""
    parted: list[list[Expression]] = [[] for _ in sentences]
    across: list[Mark] = []
    starts = [sum(sentences[:place]) for place in range(len(sentences))]
    for mark in marks:
        place = max(place for place, start in enumerate(starts) if start <= mark.words[0] and sentences[place])
        if mark.words[-1] >= starts[place] + sentences[place]:
            across.append(mark)
            continue
        words = tuple(word - starts[place] for word in mark.words)
        parted[place].append(Expression(words, mark.category, mark.comment, confidence=mark.confidence))
    return parted, across
