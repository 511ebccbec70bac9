"""The separator of a table in text: the character by which the header and most rows have the same number of cells."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

TAB = "\t"
SEPARATORS = (TAB, ";", ",", "|")
NAMES = {TAB: "tabs", ";": "semicolons", ",": "commas", "|": "vertical bars", " ": "spaces"}
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
    if fits:
        return max(fits, key=lambda separator: fits[separator])
    # R's write.table: every text in quotation marks, spaces between.
    is_spaced = sum(bool(_QUOTED_START.match(line)) for line in lines) * 10 >= len(lines) * 9
    return " " if is_spaced and any(" " in line.replace('" "', " ") for line in lines) and len(lines) > 1 else TAB


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
