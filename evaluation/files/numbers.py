"""Columns of numbers in tables: decimal commas, and cells without a value."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator

from alignment.formats import FormatError
from annotation_site.tables.missing import is_missing, list_names
from annotation_site.tables.numbers import decide_decimal_comma, is_unclear
from annotation_site.tables.reading import RECOGNISED, TableOptions
from evaluation.files.tables import read_cells, read_number


class NumberColumn:
    """Numbers of one column, in the order of its rows.

    The other cells say what `1,234` is; they are read when the first such cell comes, and never in most tables.
    `missing` counts the cells without a value by what stands in them. The `texts` of all cells are given where the file
    cannot be read twice at once; the `title` says what is missing, by default the column.
    """

    def __init__(
        self,
        path: str,
        column: str,
        options: TableOptions = RECOGNISED,
        *,
        texts: Iterable[str] | None = None,
        title: str = "",
    ) -> None:
        self.missing: Counter[str] = Counter()
        self._path, self._column, self._options = path, column, options
        self._title = title or column
        self._decimal_comma = None if texts is None else decide_decimal_comma(texts)
        self._is_decided = texts is not None

    def read(self, line: int, text: str) -> float | None:
        """Return the number, None for a missing value; raise FormatError for anything else."""
        if is_missing(text):
            self.missing[text.strip()] += 1
            return None
        if not self._is_decided and is_unclear(text):
            self._decimal_comma, self._is_decided = decide_decimal_comma(self._iterate_texts()), True
        return read_number(self._path, line, text, decimal_comma=self._decimal_comma)

    def describe_missing(self) -> str:
        """Return a sentence on the rows without a value, or nothing."""
        count = self.missing.total()
        if not count:
            return ""
        named = [name for name in self.missing if name]
        written = f" ({list_names(named)})" if named else ""
        rows = "1 row has" if count == 1 else f"{count:,} rows have"
        return f"{rows} no {self._title}{written} and {'is' if count == 1 else 'are'} left out."

    def tell_missing(self) -> None:
        """Write the sentence to standard error, where a command has one."""
        if sentence := self.describe_missing():
            sys.stderr.write(f"{self._path}: {sentence}\n")

    def _iterate_texts(self) -> Iterator[str]:
        try:
            for _, (text,) in read_cells(self._path, [self._column], self._options):
                yield text
        except FormatError:
            return  # reported where the rows are read
