"""Lines of a file, as ranges that people can read."""

from __future__ import annotations

from collections import Counter
from typing import Any

from alignment.formats import Pair
from annotation_site.texts.removed_characters import count_names

MOST_RANGES = 40


class LineRanges:
    """Ascending line numbers: all are counted, the first ranges of adjacent ones kept."""

    def __init__(self) -> None:
        self.count = 0
        self._ranges: list[list[int]] = []
        self._last = 0

    def add(self, line: int) -> None:
        """Count a line, and lengthen the last range by it or begin another one."""
        self.count += 1
        is_next = bool(self._ranges) and line == self._last + 1
        if is_next and self._ranges[-1][1] == self._last:
            self._ranges[-1][1] = line
        elif len(self._ranges) < MOST_RANGES and not is_next:
            self._ranges.append([line, line])
        self._last = line

    def to_json(self) -> dict[str, Any]:
        """Return the number of lines, and the lines as text."""
        shown = ", ".join(f"{first}" if first == last else f"{first}–{last}" for first, last in self._ranges)
        is_cut = bool(self._ranges) and self._ranges[-1][1] != self._last
        return {"count": self.count, "lines": f"{shown}, …" if is_cut else shown}


class Replacements:
    """The pairs whose control characters were replaced, and these characters."""

    def __init__(self) -> None:
        self.lines = LineRanges()
        self.characters = Counter[str]()

    def add(self, pair: Pair) -> None:
        """Count the pair if it had any."""
        if pair.replaced:
            self.lines.add(pair.line)
            self.characters.update(pair.replaced)

    def to_json(self) -> dict[str, Any]:
        """Return number and lines of the pairs, and how many of them had each character."""
        names = {f"U+{ord(character):04X}": count for character, count in sorted(self.characters.items())}
        return {**self.lines.to_json(), "characters": names}


class Removals:
    """The pairs from which characters without a shape were removed, these characters, and the pairs that lack words
    for it.
    """

    def __init__(self) -> None:
        self.lines, self.without_words = LineRanges(), LineRanges()
        self.characters = Counter[str]()

    def add(self, pair: Pair) -> None:
        """Count the pair if it had any."""
        if pair.removed:
            self.lines.add(pair.line)
            self.characters.update(pair.removed)
        if pair.lacks_words:
            self.without_words.add(pair.line)

    def to_json(self) -> dict[str, Any]:
        """Return number and lines of the pairs, and how often each character was removed."""
        return {
            **self.lines.to_json(),
            "characters": count_names(self.characters),
            "total": self.characters.total(),
            "without_words": self.without_words.to_json(),
        }
