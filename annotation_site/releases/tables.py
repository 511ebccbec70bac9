"""The files of a release, each declared once as a table.

A kind declares `Table`s and a class of `Contents`. From these follow the bytes of every file (`write_tables`), the
columns and descriptions that card, Croissant and RO-Crate have (`metadata`), what `verify` writes again and compares
(`check_tables`), and which rows two releases do not share (`differences`).

Contents come in parts, so that a release needs no more memory than its largest part: a table turns each part of its
class into rows. The suffix of its name says how these are written: `.parquet` in typed columns, `.tsv` and `.csv` as
cells below a header, anything else as lines, of which an object becomes one of JSON.
"""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import PurePath
from shutil import copyfileobj
from typing import Any, ClassVar

from annotation_site.releases.archives import PIECE, ReleaseArchive
from annotation_site.releases.packing import PackedFile, ReleaseFiles
from annotation_site.tables.cells import escape_cell, unescape_cell
from annotation_site.texts.batches import in_batches
from annotation_site.texts.json_lines import to_json_line
from annotation_site.texts.parquet import ROWS_AT_A_TIME, ColumnType, ParquetWriter, read_parquet

DELIMITERS = {".csv": ",", ".tsv": "\t"}
# Written together: a call for each line would take as long as making it.
LINES_AT_A_TIME = 250
Row = Any


class Contents:
    """The contents of a release, from the database for a new one, from the archive to verify it.

    `left_out` are files of the kind that this release does not have, `own_tables` those that it alone has, such as one
    for each annotator, and `part_count` how many `parts` there are.
    """

    left_out: Collection[str] = ()
    own_tables: Sequence[Table] = ()
    part_count = 1

    def parts(self) -> Iterable[Any]:
        """Yield the parts in the order of the rows that they add."""
        yield self

    def to_numbers(self) -> dict[str, Any]:
        """Return the numbers of the manifest; called when all parts were read."""
        return {}

    def check(self, release: ReleaseArchive, numbers: Mapping[str, Any], not_recomputed: list[str]) -> Iterator[str]:
        """Yield what else is wrong with a release, and name in `not_recomputed` what cannot be computed again."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, by its type and meaning; a row is found again by its key columns."""

    kind: ColumnType
    description: str
    is_key: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A file of a release: `rows` returns those that a part of class `of` adds.

    `columns` belong to Parquet, `header` to cells. With `is_given`, verification reads the file and does not write it
    again. In Parquet rows are encoded 5,000 at a time, or with `is_encoded_by_part` those of each part together.
    """

    member: str
    description: str
    rows: Callable[[Any], Iterable[Row]]
    of: type = object
    columns: Mapping[str, Column] = field(default_factory=dict)
    header: Callable[[Any], Sequence[str]] | None = None
    is_quoted: bool = False
    is_given: bool = False
    is_encoded_by_part: bool = False

    PARQUET: ClassVar[str] = ".parquet"

    @property
    def name(self) -> str:
        return PurePath(self.member).stem

    @property
    def suffix(self) -> str:
        return PurePath(self.member).suffix

    @property
    def is_parquet(self) -> bool:
        return self.suffix == self.PARQUET

    @property
    def types(self) -> dict[str, ColumnType]:
        return {name: column.kind for name, column in self.columns.items()}

    def write_lines(self, rows: Iterable[Row]) -> Iterator[str]:
        """Yield the text of each row, which may have several lines."""
        if self.suffix in DELIMITERS:
            return write_cells(rows, DELIMITERS[self.suffix], is_quoted=self.is_quoted)
        return (row if isinstance(row, str) else to_json_line(row) for row in rows)

    def write_header(self, contents: Contents) -> Iterator[str]:
        """Yield the header, if there is one."""
        return self.write_lines([self.header(contents)]) if self.header else iter(())


def write_cells(rows: Iterable[Sequence[object]], delimiter: str, *, is_quoted: bool = False) -> Iterator[str]:
    """Yield the text of each row of cells. None is a formula to a spreadsheet; `read_cells` restores the texts."""
    buffer = io.StringIO()
    writer = csv.writer(
        buffer, delimiter=delimiter, quoting=csv.QUOTE_ALL if is_quoted else csv.QUOTE_MINIMAL, lineterminator="\n"
    )
    for row in rows:
        writer.writerow([escape_cell(cell) for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def read_cells(release: ReleaseArchive, name: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a file of cells parted by tabs, by the names of its header. Raise ValueError if it has none."""
    with release.lines(name) as lines:
        try:
            for row in csv.DictReader(lines, delimiter="\t", strict=True):
                yield {key: unescape_cell(cell) if isinstance(cell, str) else cell for key, cell in row.items()}
        except csv.Error as error:
            raise ValueError(f"{name}: {error}") from error


def write_tables(
    files: ReleaseFiles, tables: Iterable[Table], contents: Contents, report: Callable[[int, int], None]
) -> None:
    """Write every table of these contents, all in one pass; `report` gets the steps that are done, and those of all."""
    with ExitStack() as stack:
        encoders: dict[str, _Encoder] = {}
        written = [table for table in tables if table.member not in contents.left_out]
        for table in written:
            file = files[table.member]
            if table.is_parquet:
                encoders[table.member] = stack.enter_context(_Encoder(table, file))
            else:
                _append(file, table.write_header(contents))
        steps = contents.part_count * len(written)
        for index, part in enumerate(contents.parts()):
            for number, table in enumerate(written, start=1):
                if isinstance(part, table.of):
                    if table.is_parquet:
                        encoders[table.member].add(table.rows(part))
                    else:
                        _append(files[table.member], table.write_lines(table.rows(part)))
                report(index * len(written) + number, steps)


def _append(file: PackedFile, lines: Iterable[str]) -> None:
    for batch in in_batches(lines, LINES_AT_A_TIME):
        file.write("".join(batch))


class _Encoder:
    """A table in Parquet that is being written. Its bytes depend on how many rows are encoded together."""

    def __init__(self, table: Table, file: PackedFile) -> None:
        self._waits = not table.is_encoded_by_part
        self._waiting: list[Row] = []
        self._writer = ParquetWriter(table.types, file.write)

    def __enter__(self) -> _Encoder:
        self._writer.__enter__()
        return self

    def __exit__(self, *failure: Any) -> None:
        if failure[0] is None and self._waiting:
            self._encode(self._waiting)
        self._writer.__exit__(*failure)

    def add(self, rows: Iterable[Row]) -> None:
        if not self._waits:
            self._encode(list(rows))
            return
        given, self._waiting = chain(self._waiting, rows), []
        for batch in in_batches(given, ROWS_AT_A_TIME):
            if len(batch) < ROWS_AT_A_TIME:
                self._waiting = batch
            else:
                self._encode(batch)

    def _encode(self, rows: list[Row]) -> None:
        if rows:
            self._writer.add(list(zip(*rows, strict=True)))


def check_tables(release: ReleaseArchive, tables: Iterable[Table], contents: Contents) -> Iterator[str]:
    """Write every table again that follows from others, and yield where each first differs from that in the release."""
    with ExitStack() as stack:
        compared = [
            _StoredTable(release, table, contents, stack)
            for table in tables
            if table.member in release.entries and table.member not in contents.left_out and not table.is_given
        ]
        for part in contents.parts():
            for stored in compared:
                stored.compare(part)
        for stored in compared:
            yield from stored.list_differences()


class _StoredTable:
    """A table of a release, read along with the parts from which it is written again."""

    def __init__(self, release: ReleaseArchive, table: Table, contents: Contents, stack: ExitStack) -> None:
        self._table = table
        self._rows = stack.enter_context(open_rows(release, table))
        self._number = 0
        self._difference = ""
        self._compare(_cut_lines(table.write_header(contents)))

    def compare(self, part: Any) -> None:
        """Compare the next rows."""
        if isinstance(part, self._table.of) and not self._difference:
            rows = self._table.rows(part)
            self._compare(map(tuple, rows) if self._table.is_parquet else _cut_lines(self._table.write_lines(rows)))

    def _compare(self, expected: Iterable[object]) -> None:
        for row in expected:
            self._number += 1
            if next(self._rows, None) != row:
                what = "row" if self._table.is_parquet else "line"
                self._difference = f"{self._table.member}, {what} {self._number}: the other files give another one."
                return

    def list_differences(self) -> Iterator[str]:
        """Yield the first difference, once all parts were compared."""
        if self._difference:
            yield self._difference
        elif next(self._rows, None) is not None:
            yield f"{self._table.member} has more {'rows' if self._table.is_parquet else 'lines'} than the others give."


@contextmanager
def open_rows(release: ReleaseArchive, table: Table) -> Iterator[Iterator[Row]]:
    """Open the rows of a table in Parquet, the lines of another."""
    if table.is_parquet:
        # The end of a Parquet file is read first; in a zip that would unpack it more than once.
        with release.open(table.member) as packed, tempfile.TemporaryFile() as file:
            copyfileobj(packed, file, PIECE)
            yield read_parquet(file, table.types)
    else:
        with release.lines(table.member) as lines:
            yield lines


def _cut_lines(texts: Iterable[str]) -> Iterator[str]:
    """Yield lines of texts that each end with one; a cell may hold several lines."""
    for text in texts:
        yield from io.StringIO(text, newline="\n")
