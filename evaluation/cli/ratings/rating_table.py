"""Ratings of a table, read into columns of numbers."""

from __future__ import annotations

import fnmatch
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import compress, count, islice
from typing import Self

import numpy as np
import numpy.typing as npt

from alignment.formats import FormatError
from annotation_site.coefficients.alpha import Ratings
from annotation_site.coefficients.figure import Level
from annotation_site.tables.missing import MISSING, is_missing
from annotation_site.tables.numbers import NotANumber, decide_decimal_comma, is_unclear
from annotation_site.tables.numbers import read_number as parse_number
from annotation_site.tables.reading import RECOGNISED, TableOptions
from evaluation.cli.ratings.rating_columns import RatingColumns
from evaluation.files.tables import read_columns, read_number

Integers = npt.NDArray[np.int64]
Batch = tuple[Sequence[int], Sequence[tuple[str, ...]], Sequence[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class RatingTable:
    """Ratings, one entry of each column per rating: units and annotators numbered as they first occur, and values, at
    the nominal level their places in alphabetical order. `missing` counts the values that are missing, by what the
    table has in their place.
    """

    units: Integers
    annotators: Integers
    values: npt.NDArray[np.float64]
    names: Sequence[str]
    missing: Counter[str]

    def among(self, chosen: npt.NDArray[np.bool_]) -> Self:
        """Return the chosen ratings alone."""
        return replace(self, units=self.units[chosen], annotators=self.annotators[chosen], values=self.values[chosen])

    def pairable(self, level: Level) -> Ratings:
        return Ratings.from_long_form(self.units, self.annotators, self.values, level)


def read_ratings(
    path: str,
    columns: RatingColumns,
    level: Level,
    *,
    dropped: Sequence[str] = (),
    tables: TableOptions = RECOGNISED,
    missing: Collection[str] = MISSING,
) -> RatingTable:
    """Return the ratings from these columns, without those of annotators that fit a `dropped` pattern and those whose
    value is empty or one of the names of `missing`.

    Raise FormatError for the first line that is no rating, or gives a unit another one by the same annotator.
    """
    reader = _Reader(path, level, dropped, missing)
    try:
        for lines, units, annotators, texts in _iterate_batches(path, columns, tables):
            reader.add(lines, units, annotators, texts)
    except FormatError as error:
        # Repeats are sought at the end; one may stand before this line.
        reader.refuse_repeats(error.line)
        raise
    reader.refuse_repeats()
    return reader.finish()


def _iterate_batches(path: str, columns: RatingColumns, tables: TableOptions) -> Iterator[Batch]:
    """Yield lines, units, annotators and values of many rows."""
    own = [columns.annotator] if columns.annotator else []
    width = len(columns.units)
    rows = count(1)
    for lines, cells in read_columns(path, [*columns.units, *own, *columns.values], tables):
        units = list(zip(*cells[:width], strict=True)) if width else [(str(row),) for row in islice(rows, len(lines))]
        if columns.annotator:
            yield lines, units, cells[-2], cells[-1]
            continue
        for name, texts in zip(columns.values, cells[width:], strict=True):
            yield lines, units, [name] * len(lines), texts


class _Reader:
    def __init__(self, path: str, level: Level, dropped: Sequence[str], missing: Collection[str]) -> None:
        self._path, self._level, self._dropped = path, level, dropped
        # A new label gets the next number.
        self._units: defaultdict[tuple[str, ...], int] = defaultdict(count().__next__)
        self._annotators: defaultdict[str, int] = defaultdict(count().__next__)
        self._texts: defaultdict[str, int] = defaultdict(count().__next__)
        # Of each rating its line, and the numbers of unit, annotator and text in four bytes each.
        self._lines, self._unit_of, self._annotator_of, self._text_of = (array("i") for _ in range(4))
        self._missing_names, self._missing = frozenset(missing), Counter[str]()
        self._matched: set[str] = set()

    def add(
        self, lines: Sequence[int], units: Sequence[tuple[str, ...]], annotators: Sequence[str], texts: Sequence[str]
    ) -> None:
        """Add many ratings; raise FormatError for a value that does not suit the level."""
        left_out = set()
        for pattern in self._dropped:
            if matching := {name for name in set(annotators) if fnmatch.fnmatchcase(name, pattern)}:
                self._matched.add(pattern)
                left_out |= matching
        missing = {text for text in set(texts) if is_missing(text, self._missing_names)}
        if left_out or missing:
            counted = [name not in left_out for name in annotators]
            self._missing.update(text for text in compress(texts, counted) if text in missing)
            given = [is_counted and text not in missing for is_counted, text in zip(counted, texts, strict=True)]
            lines, units = list(compress(lines, given)), list(compress(units, given))
            annotators, texts = list(compress(annotators, given)), list(compress(texts, given))
        self._lines.extend(lines)
        self._unit_of.extend(map(self._units.__getitem__, units))
        self._annotator_of.extend(map(self._annotators.__getitem__, annotators))
        if self._level != "nominal" and (new := set(texts).difference(self._texts)):
            for line, text in zip(lines, texts, strict=True):
                if text in new:
                    self._require_value(line, text)
        self._text_of.extend(map(self._texts.__getitem__, texts))

    def _require_value(self, line: int, text: str) -> None:
        if is_unclear(text):
            return  # the whole column decides what its comma is
        value = read_number(self._path, line, text)
        if self._level == "ratio" and value < 0:
            raise FormatError(self._path, line, f"The ratio level needs values of 0 or more, not {text[:40]}.")

    def refuse_repeats(self, last: int | None = None) -> None:
        """Raise FormatError for the first rating, up to the last line, that repeats one by its annotator."""
        pairs = np.array(self._unit_of, dtype=np.int64)
        pairs *= len(self._annotators)
        pairs += np.asarray(self._annotator_of)
        in_order = np.sort(pairs)
        if not (in_order[1:] == in_order[:-1]).any():
            return
        order = np.argsort(pairs, kind="stable")
        again = order[1:][pairs[order][1:] == pairs[order][:-1]]
        first = again.min()
        line = self._lines[first]
        if last is None or line <= last:
            unit, annotator = list(self._units)[self._unit_of[first]], list(self._annotators)[self._annotator_of[first]]
            raise FormatError(self._path, line, f"{annotator} has already rated “{', '.join(unit)}”.")

    def finish(self) -> RatingTable:
        """Return the table; raise FormatError for one without ratings, or if nobody fits a pattern."""
        if idle := [pattern for pattern in self._dropped if pattern not in self._matched]:
            raise FormatError(self._path, None, f"No annotator matches {idle[0]!r}, so none can be dropped.")
        if not self._lines:
            raise FormatError(self._path, None, "The table has no ratings.")
        values = self._number_categories() if self._level == "nominal" else self._parse_values()
        units, annotators = (np.array(codes, dtype=np.int64) for codes in (self._unit_of, self._annotator_of))
        return RatingTable(
            units, annotators, np.array(values)[np.asarray(self._text_of)], list(self._annotators), self._missing
        )

    def _number_categories(self) -> list[float]:
        """Return a number for each text; where all are numbers, 5 and 5.0 are one category."""
        names = {text: text for text in self._texts}
        with suppress(NotANumber):
            comma = decide_decimal_comma(self._texts)
            names = {text: repr(parse_number(text, decimal_comma=comma)) for text in self._texts}
        codes = {name: code for code, name in enumerate(sorted(set(names.values())))}
        return [float(codes[names[text]]) for text in self._texts]

    def _parse_values(self) -> list[float]:
        comma, values = decide_decimal_comma(self._texts), []
        for index, text in enumerate(self._texts):
            line = self._lines[self._text_of.index(index)] if is_unclear(text) else 0
            values.append(read_number(self._path, line, text, decimal_comma=comma))
        return values
