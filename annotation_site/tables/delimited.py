"""Rows of csv and tsv files, as their quotation marks are meant.

In csv a cell may stand in quotation marks; one that only begins with them is a fault, since the marks would be lost
without a word. In tsv most programs write cells as they are, where quotation marks are text, and some quote as in csv:
the file is read as quoted only where every quotation mark fits that, and no cell goes on over a tab.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import accumulate, chain, repeat
from operator import add
from typing import Self

from annotation_site.tables.cells import unescape_cell
from annotation_site.texts.batches import in_batches

Lines = Generator[str]
TOGETHER = 1_000
LONGEST_CELL = 131_072
# A cell in marks that holds nothing for which a program quotes: a mark, a line end, or, in Excel, a comma.
_NEEDLESS = re.compile(r'(?:^|\t)"[^"\t,]*"(?=\t|$)')


class NotDelimitedError(Exception):
    """A misplaced quotation mark, or a cell that is too long; `line` is where that was noticed."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows with their line numbers, kept as columns where all have the same number of cells."""

    lines: Sequence[int]
    columns: Sequence[Sequence[str]] = ()
    ragged: Sequence[Sequence[str]] = ()

    @classmethod
    def from_rows(cls, lines: Sequence[int], rows: Sequence[Sequence[str]]) -> Self:
        if len(set(map(len, rows))) == 1 and rows[0]:
            return cls(lines, list(zip(*rows, strict=True)))
        return cls(lines, ragged=rows)

    @property
    def rows(self) -> Sequence[Sequence[str]]:
        """The cells of each row; an empty row has none."""
        return list(zip(*self.columns, strict=True)) if self.columns else self.ragged

    def after_first(self) -> Self:
        """Return all rows but the first."""
        return type(self)(self.lines[1:], [cells[1:] for cells in self.columns], self.ragged[1:])


def read_delimited(open_lines: Callable[[], Lines], delimiter: str) -> Generator[tuple[int, list[str]]]:
    """Yield line number and trimmed cells of each row, empty rows with none, as read_batches reads them."""
    with closing(read_batches(open_lines, delimiter)) as batches:
        for batch in batches:
            for line, row in zip(batch.lines, batch.rows, strict=True):
                yield line, list(map(trim_cell, row))


def read_batches(open_lines: Callable[[], Lines], delimiter: str) -> Generator[Batch]:
    """Yield up to `TOGETHER` rows at a time; the lines, without ends, are opened twice for tsv.

    Raise NotDelimitedError for a row that cannot be read, after those before it.
    """
    is_quoted = delimiter != "\t" or _is_quoted(open_lines)
    return _split_lines(open_lines, delimiter, is_quoted=is_quoted)


def trim_cell(cell: str, characters: str | None = None) -> str:
    """Return the cell without spaces (or other `characters`) around it, and without the apostrophe that our own tables
    put before formulas.
    """
    return unescape_cell(cell.strip(characters))


def _is_quoted(open_lines: Callable[[], Lines]) -> bool:
    """Return whether all quotation marks are those of a program that quotes: every cell with marks around it fits, none
    goes on over a tab, and either the first row has them or only cells that need them do.
    """
    with closing(open_lines()) as lines:
        first = next(lines, "")
        quotes_everything = first.startswith('"') or '\t"' in first
        if not quotes_everything and any(map(_NEEDLESS.search, lines)):
            return False
    with closing(_split_lines(open_lines, "\t", is_quoted=True)) as batches:
        try:
            return not any("\t" in cell for batch in batches for row in batch.rows for cell in row)
        except NotDelimitedError:
            return False


def _split_lines(open_lines: Callable[[], Lines], delimiter: str, *, is_quoted: bool) -> Generator[Batch]:
    with closing(open_lines()) as lines:
        batches, before = in_batches(lines, TOGETHER), 0
        for batch in batches:
            columns = _split(batch, delimiter, is_quoted=is_quoted)
            if columns is None:
                # A cell in quotation marks may go on in the next batch, so that the rest is read as one.
                yield from _parse(chain(batch, chain.from_iterable(batches)), before, delimiter, is_quoted=is_quoted)
                return
            yield Batch(range(before + 1, before + len(batch) + 1), columns)
            before += len(batch)


def _split(lines: Sequence[str], delimiter: str, *, is_quoted: bool) -> Sequence[Sequence[str]] | None:
    """Return the columns of lines with the same number of cells and nothing that has a meaning in csv: a third of the
    time of the parser.
    """
    if "" in lines or max(map(len, lines)) > LONGEST_CELL:
        return None
    # The end of each line becomes a cell of its own, which stands in its place only if no row is too short or too long.
    text = f"{delimiter}\n{delimiter}".join(lines)
    if "\r" in text or (is_quoted and '"' in text):
        return None
    cells, width = text.split(delimiter), lines[0].count(delimiter) + 1
    if len(cells) != len(lines) * (width + 1) - 1 or cells[width :: width + 1].count("\n") != len(lines) - 1:
        return None
    return [cells[index :: width + 1] for index in range(width)]


def _parse(lines: Iterable[str], before: int, delimiter: str, *, is_quoted: bool) -> Iterator[Batch]:
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(
        map(add, lines, repeat("\n")),
        delimiter=delimiter,
        skipinitialspace=delimiter != "\t",
        quoting=csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE,
        strict=True,
    )
    last = before
    try:
        for rows in in_batches(reader, TOGETHER):
            numbers = _number_rows(rows, last, before + reader.line_num)
            last = before + reader.line_num
            yield Batch.from_rows(numbers, rows)
    except csv.Error as error:
        raise NotDelimitedError(before + reader.line_num, _explain(str(error))) from error


def _explain(reason: str) -> str:
    """Return the parser's reason in words of people who never saw its code."""
    if "field limit" in reason:
        return f"a cell is longer than {LONGEST_CELL:,} characters"
    if "unexpected end" in reason:
        return "a cell begins with a quotation mark that is never closed"
    if "expected after" in reason:
        return "text follows the closing quotation mark of a cell"
    return reason


def _number_rows(rows: Sequence[Sequence[str]], before: int, last: int) -> Sequence[int]:
    """Return the line that each row ends on; only cells that go on over line ends make it other than the next."""
    if last - before == len(rows):
        return range(before + 1, last + 1)
    return list(accumulate((1 + sum(cell.count("\n") for cell in row) for row in rows), initial=before))[1:]
