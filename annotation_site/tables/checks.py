"""Checks of what a table has that its author may not have meant, said before anything is stored.

Checks are fed row by row and keep the first lines only; each says its sentences at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from annotation_site.tables.columns import Cells, Role
from annotation_site.tables.missing import is_missing
from annotation_site.tables.similar_names import find_similar_names

# Lines and values that a sentence names.
SHOWN = 5
# Of a column of names, such as annotators; a column with more distinct texts holds no names.
MOST_NAMES = 10_000
# As many equal answers are no chance.
LEAST_ANSWERS = 10


def list_lines(lines: Sequence[int], count: int) -> str:
    """Return lines for a sentence, such as `line 4` and `lines 4, 7 and 12 more`; there are `count` in all."""
    shown = [f"{line:,}" for line in lines[:SHOWN]]
    if count > len(shown):
        return f"lines {', '.join(shown)} and {count - len(shown):,} more"
    if count == 1:
        return f"line {shown[0]}"
    return f"lines {', '.join(shown[:-1])} and {shown[-1]}"


@dataclass(slots=True)
class EmptyCells:
    """Rows without a text in a column that is used; what programs write for a missing value is none."""

    column: str
    count: int = 0
    lines: list[int] = field(default_factory=list)

    def add(self, line: int, text: object) -> None:
        """Look at a cell."""
        if text is None or (isinstance(text, str) and is_missing(text)):
            self.count += 1
            if self.count <= SHOWN:
                self.lines.append(line)

    def sentences(self) -> list[str]:
        """Return the sentence, if there is such a row."""
        if not self.count:
            return []
        rows = "1 row" if self.count == 1 else f"{self.count:,} rows"
        return [f"“{self.column}” is empty in {rows}: {list_lines(self.lines, self.count)}."]


@dataclass(slots=True)
class RepeatedValues:
    """Values, such as IDs, that several rows have; empty cells are no value."""

    column: str
    consequence: str = ""
    count: int = 0
    _first: dict[str, int] = field(default_factory=dict)
    _shown: list[str] = field(default_factory=list)

    def add(self, line: int, text: object) -> None:
        """Look at a cell."""
        value = str(text).strip() if text is not None else ""
        if is_missing(value):
            return
        before = self._first.setdefault(value, line)
        if before != line:
            self.count += 1
            if len(self._shown) < SHOWN:
                self._shown.append(f"“{value[:40]}” in lines {before:,} and {line:,}")

    def sentences(self) -> list[str]:
        """Return the sentence, if a value is repeated."""
        if not self.count:
            return []
        more = f"; {self.count - len(self._shown):,} more" if self.count > len(self._shown) else ""
        rows = "1 row repeats" if self.count == 1 else f"{self.count:,} rows repeat"
        sentence = f"{rows} an earlier value of “{self.column}”: {'; '.join(self._shown)}{more}."
        return [f"{sentence} {self.consequence}".rstrip()]


@dataclass(slots=True)
class SimilarNames:
    """Names that differ in case or spaces only, of annotators, systems or labels (`nouns`, in the plural)."""

    nouns: str
    _names: dict[str, None] = field(default_factory=dict)

    def add(self, name: object) -> None:
        """Look at a name."""
        if isinstance(name, str) and name and len(self._names) < MOST_NAMES:
            self._names[name] = None

    def sentences(self) -> list[str]:
        """Return the sentence, if there are such names."""
        groups = find_similar_names(self._names)
        if not groups:
            return []
        shown = "; ".join(" and ".join(f"“{name}”" for name in group) for group in groups[:SHOWN])
        more = f"; {len(groups) - SHOWN:,} more" if len(groups) > SHOWN else ""
        return [f"These {self.nouns} differ in case or spaces only and count as different ones: {shown}{more}."]


def describe_short_lines(lines: Sequence[int]) -> list[str]:
    """Return a sentence on the rows with fewer cells than the header, such as `Table.short_lines`."""
    if not lines:
        return []
    rows = "1 row has" if len(lines) == 1 else f"{len(lines):,} rows have"
    return [f"{rows} fewer cells than the header; the last are read as empty: {list_lines(lines, len(lines))}."]


def describe_same_answers(answers: Mapping[str, Mapping[object, object]]) -> list[str]:
    """Return a sentence for each annotator who gave all the answers of an earlier one, by item; few are no sign."""
    first: dict[frozenset[tuple[object, object]], str] = {}
    sentences = []
    for annotator, given in answers.items():
        before = first.setdefault(frozenset(given.items()), annotator)
        if before != annotator and len(given) >= LEAST_ANSWERS:
            sentences.append(f"“{before}” and “{annotator}” gave the same {len(given):,} answers.")
    return sentences


class EmptyColumns:
    """The empty cells of the columns of several roles, read as `read_cells` gives them."""

    def __init__(self, roles: Sequence[Role]) -> None:
        self._by_role = {role.name: EmptyCells(role.title) for role in roles}

    def add(self, cells: Cells) -> None:
        """Look at the first column of each role that has one."""
        for name, check in self._by_role.items():
            if name in cells.values:
                check.add(cells.line, cells.first(name))

    def sentences(self) -> list[str]:
        """Return a sentence for each role with empty cells."""
        return [sentence for check in self._by_role.values() for sentence in check.sentences()]
