"""Tables with a text for each segment of each system: a column a system, or a row a text.

Translations and scores of segments come so. Segments are named by their numbers, or follow one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from alignment.formats import FormatError
from annotation_site.tables.numbers import read_whole_number
from annotation_site.tables.reading import Table
from annotation_site.texts.faults import Rejected

# Digits of the number of a segment.
_LONGEST_NUMBER = 12


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns of a table: those of the systems by their names (`columns`), or of `system` and `text`.

    Without a column of systems, all texts are of the system `only`; without one of segments, rows follow these.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    system: str = ""
    text: str = ""
    only: str = ""
    segment: str = ""
    source: str = ""

    @property
    def used(self) -> list[str]:
        """Return the columns that are read, each once."""
        single = [self.segment, self.source, self.system, self.text]
        return list(dict.fromkeys([*filter(None, single), *self.columns.values()]))


@dataclass(slots=True)
class SystemTexts:
    """A text for each segment, empty without one, and the lines of those that have a row, 0 for others."""

    column: str
    texts: list[str]
    lines: list[int]


@dataclass(slots=True)
class TextsBySystem:
    """The texts of a table by system, and the sources that it gives for segments, with their lines."""

    systems: dict[str, SystemTexts]
    sources: dict[int, tuple[int, str]]
    counts_from_zero: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    line: int
    system: str
    written: str
    text: str
    source: str


def read_by_system(table: Table, layout: Layout, count: int) -> TextsBySystem:
    """Return the texts of a table for `count` segments.

    Segments may be counted from 0, where one has that number. Raise FormatError for a number that is no segment's, for
    a segment that occurs twice, and, where rows follow the segments, for another number of rows.
    """
    entries = list(_list_entries(table, layout))
    numbered = [(_parse_segment_number(table, entry), entry) for entry in entries] if layout.segment else []
    from_zero = any(number == 0 for number, _ in numbered)
    if not layout.segment:
        numbered = list(_number_in_order(table, layout, entries, count))
    texts = TextsBySystem({}, {}, from_zero)
    for system, column in layout.columns.items():
        texts.systems[system] = SystemTexts(column, [""] * count, [0] * count)
    for number, entry in numbered:
        index = number if from_zero else number - 1
        if not 0 <= index < count:
            start = "0" if from_zero else "1"
            fault = f"“{entry.written[:40]}” is not a segment; the test set has {count:,}, counted from {start}."
            raise FormatError(table.name, entry.line, fault)
        if entry.system not in texts.systems:
            texts.systems[entry.system] = SystemTexts(layout.text, [""] * count, [0] * count)
        of_system = texts.systems[entry.system]
        if of_system.lines[index]:
            whose = f" of {entry.system[:60]}" if layout.system else ""
            raise FormatError(table.name, entry.line, f"Segment {number:,}{whose} occurs twice.")
        of_system.texts[index], of_system.lines[index] = entry.text, entry.line
        if layout.source:
            texts.sources.setdefault(index + 1, (entry.line, entry.source))
    return texts


def counts_segments(numbers: Sequence[object]) -> bool:
    """Return whether cells are whole numbers from 0 or 1 that differ, as numbers of segments do."""
    read = [read_whole_number(str(number)) if len(str(number)) < _LONGEST_NUMBER else None for number in numbers]
    return bool(read) and len(set(read)) == len(read) and all(number is not None and number >= 0 for number in read)


def _list_entries(table: Table, layout: Layout) -> Iterator[_Entry]:
    """Yield the texts row by row; without numbers of segments, also those of empty rows."""
    used = layout.used
    for batch in table.read_columns(used, keeps_empty=not layout.segment):
        if isinstance(batch, Rejected):
            raise FormatError(table.name, batch.line, batch.reason)
        for line, cells in zip(batch.lines, zip(*batch.columns, strict=True), strict=True):
            row = dict(zip(used, cells, strict=True))
            written, source = row.get(layout.segment, ""), row.get(layout.source, "")
            if layout.text:
                system = " ".join(row.get(layout.system, layout.only).split())
                if layout.system and not system and any(cells):
                    raise FormatError(table.name, line, f"The column “{layout.system}” is empty.")
                yield _Entry(line, system, written, row[layout.text], source)
            for name, column in layout.columns.items():
                yield _Entry(line, name, written, row[column], source)


def _parse_segment_number(table: Table, entry: _Entry) -> int:
    number = read_whole_number(entry.written) if len(entry.written) < _LONGEST_NUMBER else None
    if number is None or number < 0:
        raise FormatError(table.name, entry.line, f"“{entry.written[:40]}” is not a segment number.")
    return number


def _number_in_order(
    table: Table, layout: Layout, entries: Sequence[_Entry], count: int
) -> Iterator[tuple[int, _Entry]]:
    """Yield the texts with the numbers of their segments, in the order of each system's rows."""
    seen: dict[str, int] = {}
    for entry in entries:
        before = seen.get(entry.system, 0)
        if (before >= count and not (entry.text or entry.source)) or (layout.system and not entry.system):
            continue
        seen[entry.system] = before + 1
        if before < count:
            yield before + 1, entry
    for system, rows in seen.items():
        if rows != count:
            whose = f"{system[:60]} has" if layout.system else "The table has"
            fault = f"{whose} {rows:,} rows, but the test set has {count:,} segments. Choose the column of segments."
            raise FormatError(table.name, None, fault)
