"""Word frequencies of a training text, counted or read from a list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from annotation_site.texts.faults import FormatError

# A type takes about 150 bytes, so both sides together stay far below the memory of a worker.
MOST_TYPES = 1_500_000
_SAMPLE = 1_000
_LINES_AT_ONCE = 10_000
_SPACES = re.compile(r"[ \t]+")
Split = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Frequencies of one side of a training text; `sentences` is None if only a list was given."""

    frequencies: Mapping[str, int]
    tokens: int
    sentences: int | None = None

    def to_json(self) -> dict[str, int | None]:
        return {"tokens": self.tokens, "types": len(self.frequencies), "sentences": self.sentences}


def count_vocabulary(
    lines: Iterable[str], split: Split, *, fold_case: bool = False, name: str = "", most_types: int = MOST_TYPES
) -> Vocabulary:
    """Count the words of a text, one sentence per line. Raise FormatError if its vocabulary exceeds the
    memory limit.
    """
    counts: Counter[str] = Counter()
    sentences = 0
    remaining = iter(lines)
    while chunk := list(islice(remaining, _LINES_AT_ONCE)):
        sentences += len(chunk)
        words = chain.from_iterable(map(split, chunk))
        counts.update(map(str.casefold, words) if fold_case else words)
        if len(counts) > most_types:
            raise FormatError(name, sentences, f"The text has more than {most_types:,} different words.")
    if not counts:
        raise FormatError(name, None, "The text has no words.")
    return Vocabulary(dict(counts), counts.total(), sentences)


def read_frequency_list(
    lines: Iterable[str], *, fold_case: bool = False, name: str = "", most_types: int = MOST_TYPES
) -> Vocabulary:
    """Return frequencies from lines with a word and its count, in either order (`the 120`, or `120 the` as uniq -c
    writes); folded words add up. Raise FormatError, naming the first line that is neither.
    """
    remaining = iter(lines)
    sample = list(islice(remaining, _SAMPLE))
    count_first = _is_count_first(sample)
    counts: Counter[str] = Counter()
    for line, text in enumerate(chain(sample, remaining), start=1):
        if not text.strip():
            continue
        word, count = _parse_row(text, name, line, count_first=count_first)
        counts[word.casefold() if fold_case else word] += count
        if len(counts) > most_types:
            raise FormatError(name, line, f"The list has more than {most_types:,} different words.")
    if not counts:
        raise FormatError(name, None, "The list has no words.")
    return Vocabulary(dict(counts), counts.total())


def _is_count_first(sample: Iterable[str]) -> bool:
    """Return whether the first column holds the counts: it has only numbers, and the second does not."""
    rows = [cells for text in sample if len(cells := _SPACES.split(text.strip(" \t"))) == 2]
    return all(cells[0].isdecimal() for cells in rows) and not all(cells[1].isdecimal() for cells in rows)


def _parse_row(text: str, name: str, line: int, *, count_first: bool) -> tuple[str, int]:
    cells = _SPACES.split(text.strip(" \t"))
    if len(cells) == 2:
        word, count = reversed(cells) if count_first else cells
        if count.isdecimal():
            return word, int(count)
    raise FormatError(name, line, "The line must have a word and its count.")
