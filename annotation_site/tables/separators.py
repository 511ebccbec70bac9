"""The separator of a table in text: the character by which the header and most rows have the same number of cells."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from annotation_site.tables.missing import is_missing
from annotation_site.tables.numbers import is_number

TAB, SPACE = "\t", " "
SEPARATORS = (TAB, ";", ",", "|")
NAMES = {TAB: "tabs", ";": "semicolons", ",": "commas", "|": "vertical bars", SPACE: "spaces"}
# Excel reads this first line, and writes it where it was told to.
_DECLARED = re.compile(r"\"?sep=(.)\"?", re.IGNORECASE)
_QUOTED_START = re.compile(r'"[^"]*"( |$)')


@dataclass(frozen=True, order=True, slots=True)
class _Fit:
    """Signs that a character parts cells, compared in this order."""

    header_fits: bool
    share: float
    # Nobody writes tabs in a sentence, but commas at the same place of every line.
    is_tab: bool
    is_expected: bool
    width: int


def find_declared_separator(first_line: str) -> str | None:
    """Return the separator that a first line such as `sep=;` declares."""
    match = _DECLARED.fullmatch(first_line.strip())
    return match[1] if match else None


def find_separator(lines: Sequence[str], name: str = "") -> str:
    """Return the separator of the first lines of a file; a tab where they have one column.

    A header is expected to have as many cells as most rows, or one less, as R writes it.
    """
    expected = TAB if name.lower().endswith((".tsv", ".tab")) else ","
    fits: dict[str, _Fit] = {}
    # Three bars in each line part two sides, and are no three separators.
    has_triple_bars = all("|||" in line for line in lines if line.strip())
    separators = [sign for sign in SEPARATORS if sign != "|" or not has_triple_bars]
    for separator in separators:
        fit = _fit(lines, separator, is_expected=separator == expected)
        if fit is not None:
            fits[separator] = fit
    best = max(fits, key=lambda separator: fits[separator], default="")
    numbers = _count_spaced_numbers(lines)
    if best and not (numbers and (numbers >= fits[best].width or not fits[best].header_fits)):
        return best
    # R's write.table: every text in quotation marks, spaces between.
    is_quoted = sum(bool(_QUOTED_START.match(line)) for line in lines) * 10 >= len(lines) * 9
    is_spaced = is_quoted and any(" " in line.replace('" "', " ") for line in lines) and len(lines) > 1
    return SPACE if numbers or is_spaced else TAB


def part_by_spaces(line: str, width: int) -> str:
    """Return a line whose cells are parted by spaces, or tabs, with single tabs between them. Words that are too many
    for a table of this width belong to its first cell where only numbers follow: `climate change 4.90 0.30`. A number
    before them is the name of the row, as R writes it.
    """
    words = line.split()
    if (more := len(words) - width) > 0 and not is_number(words[0]) and all(map(_may_be_number, words[more + 1 :])):
        words = [" ".join(words[: more + 1]), *words[more + 1 :]]
    return TAB.join(words)


def _count_spaced_numbers(lines: Sequence[str]) -> int:
    """Return how many columns of numbers stand at the end of lines whose cells are parted by runs of spaces; 0 if they
    are no such table.
    """
    header, *rows = [line.split() for line in lines if line.strip()] or [[]]
    if len(header) < 2 or len(rows) < 2 or any(map(is_number, header)) or '"' in "".join(lines):
        return 0
    widths = {len(row) for row in rows}
    numbers = 0
    while numbers < min(widths) - 1 and _is_column_of_numbers([row[-numbers - 1] for row in rows]):
        numbers += 1
    # As wide as the header, one wider by the names of rows, or with a first cell of several words.
    is_even = len(widths) == 1 and widths <= {len(header), len(header) + 1}
    return numbers if is_even or (min(widths) >= len(header) <= numbers + 1) else 0


def _is_column_of_numbers(cells: Sequence[str]) -> bool:
    return all(map(_may_be_number, cells)) and any(map(is_number, cells))


def _may_be_number(cell: str) -> bool:
    return is_number(cell) or is_missing(cell)


def _fit(lines: Sequence[str], separator: str, *, is_expected: bool) -> _Fit | None:
    widths = _count_cells(lines, separator)
    if not widths:
        return None
    width, count = Counter(widths).most_common(1)[0]
    header_fits = widths[0] > 1 and widths[0] in (width, width - 1)
    if width < 2 and not (widths[0] > 1 and is_expected):
        return None
    return _Fit(header_fits, count / len(widths), separator == TAB, is_expected, width)


def _count_cells(lines: Sequence[str], separator: str) -> list[int]:
    if separator == TAB:
        # Most programs write tabs without quotation marks, so that a single one is text.
        return [line.count(TAB) + 1 for line in lines if line.strip()]
    try:
        rows = list(csv.reader((f"{line}\n" for line in lines), delimiter=separator, skipinitialspace=True))
    except csv.Error:
        return []
    return [len(row) for row in rows if any(cell.strip() for cell in row)]
