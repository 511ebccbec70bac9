"""Every table that people upload, as rows under named columns: text with any separator, workbooks, JSON.

What a file does not say of itself (encoding, separator, sheet, whether its first row is a header) is recognised, and
can be given instead. Lines are numbered as an editor or a spreadsheet shows them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain, groupby, islice
from typing import IO, Any, Literal, NamedTuple, cast

from annotation_site.tables.delimited import TOGETHER, Batch, NotDelimitedError, read_batches, trim_cell
from annotation_site.tables.headers import find_header, has_row_names, name_columns
from annotation_site.tables.json_rows import (
    NO_TABLE,
    find_fault_in_text,
    is_json_array,
    is_json_object,
    read_objects,
    write_value,
)
from annotation_site.tables.separators import (
    NAMES,
    SPACE,
    TAB,
    find_declared_separator,
    find_separator,
    part_by_spaces,
)
from annotation_site.tables.surveys import find_survey_header
from annotation_site.tables.workbooks import is_workbook, open_workbook
from annotation_site.texts.batches import in_batches
from annotation_site.texts.faults import FormatError, Rejected, reject
from annotation_site.texts.lines import detect_file_encoding, open_text
from annotation_site.texts.not_text import refuse_document

Kind = Literal["text", "workbook", "json"]
Header = Literal["", "yes", "no"]
MOST_COLUMNS = 1_000
SAMPLE_LINES = 200
# Characters of the sample, so that long lines are no more work.
SAMPLE_LENGTH = 1 << 18
# A database stores no NUL, and no half of a surrogate pair, by which bytes of another encoding are read.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_WRONG_ENCODING = "The row is not valid text in {}."


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Settings that a person gives for a table; empty ones are recognised from the file."""

    encoding: str = ""
    separator: str = ""
    sheet: str = ""
    header: Header = ""


# Nothing said: everything is recognised.
RECOGNISED = TableOptions()


class Row(NamedTuple):
    """A row: its line, or its number in the sheet, and a cell for each column."""

    line: int
    cells: Sequence[Any]


class ColumnBatch(NamedTuple):
    """Lines, and the texts of each wanted column in them."""

    lines: Sequence[int]
    columns: Sequence[Sequence[str]]


@dataclass(slots=True)
class Table:
    """A table of a file that stays open while it is read; one reading at a time.

    `columns` are unique names: those of the header, `Column C` where it has none. `title` says what was recognised,
    such as “CSV with semicolons”.
    """

    name: str
    kind: Kind
    title: str
    columns: Sequence[str]
    has_header: bool
    encoding: str = ""
    separator: str = ""
    sheet: str = ""
    sheets: Sequence[str] = ()
    notes: Sequence[str] = ()
    short_lines: list[int] = field(default_factory=list)
    _open_batches: Callable[[], Generator[Batch]] | None = None
    _open_rows: Callable[[], Generator[Row | Rejected]] | None = None

    def batches(self) -> Generator[Batch]:
        """Yield many rows at a time, of text cells that are not trimmed and may be too few or too many. Raise
        FormatError where the file cannot be read on.
        """
        assert self._open_batches is not None, "JSON has no batches"
        yield from self._open_batches()

    def rows(self) -> Generator[Row | Rejected]:
        """Yield the rows that are not empty, with trimmed cells, or the reason why one cannot be used.

        Cells that are missing at the end are empty, as programs that strip the ends of lines leave them; `short_lines`
        has where. JSON keeps numbers, lists and objects.
        """
        self.short_lines.clear()
        if self._open_rows is not None:
            yield from self._open_rows()
            return
        with closing(self.batches()) as batches:
            for batch in batches:
                yield from self._fit_all(batch)

    def read_columns(
        self,
        names: Sequence[str],
        *,
        pads: bool = True,
        keeps_empty: bool = False,
        trims: str | None = None,
        wants_texts: bool = False,
    ) -> Generator[ColumnBatch | Rejected]:
        """Yield the texts of some columns for many rows at a time, and rows that cannot be used by themselves.

        A third of the time of `rows`. Without `pads`, a row with too few cells cannot be used either; `keeps_empty`
        yields rows of empty cells, too, though no empty lines; `trims` are the characters to take away around a cell,
        else all spaces. With `wants_texts`, a row with a JSON object, or a list of several values, cannot be used.
        """
        wanted = [self.columns.index(name) for name in names]
        if self._open_rows is not None:
            rows = self.rows()
            yield from _in_columns(self._refuse_lists(rows, wanted) if wants_texts else rows, wanted)
            return
        self.short_lines.clear()
        with closing(self.batches()) as batches:
            for batch in batches:
                if len(batch.columns) == len(self.columns) and _is_plain(batch.columns):
                    yield ColumnBatch(batch.lines, [_trim(batch.columns[at], trims) for at in wanted])
                else:
                    rows = self._fit_all(batch, pads=pads, keeps_empty=keeps_empty, trims=trims)
                    yield from _in_columns(rows, wanted)

    def _refuse_lists(self, rows: Iterable[Row | Rejected], wanted: Sequence[int]) -> Generator[Row | Rejected]:
        for row in rows:
            faults = [] if isinstance(row, Rejected) else [(at, find_fault_in_text(row.cells[at])) for at in wanted]
            at, fault = next((fault_at for fault_at in faults if fault_at[1]), (0, ""))
            if fault and isinstance(row, Row):
                text = write_value(row.cells[at])
                yield reject(row.line, f"“{self.columns[at]}” {fault}.", text)
            else:
                yield row

    def read_sample(self, count: int) -> list[Row]:
        """Return the first usable rows."""
        with closing(self.rows()) as rows:
            return list(islice((row for row in rows if isinstance(row, Row)), count))

    def _fit_all(
        self, batch: Batch, *, pads: bool = True, keeps_empty: bool = False, trims: str | None = None
    ) -> Generator[Row | Rejected]:
        for line, cells in zip(batch.lines, batch.rows, strict=True):
            trimmed = [trim_cell(cell, trims) for cell in cells]
            if any(trimmed) or (keeps_empty and cells):
                yield self._fit(line, trimmed, pads=pads)

    def _fit(self, line: int, trimmed: Sequence[str], *, pads: bool) -> Row | Rejected:
        width = len(self.columns)
        if any(trimmed[width:]) or (len(trimmed) < width and not pads):
            header = "the header has" if self.has_header else "the first row has"
            return reject(line, f"The row has {len(trimmed)} cells, but {header} {width}.", " ".join(trimmed))
        if _UNSTORABLE.search("".join(trimmed)):
            what = "The file is not text." if "\0" in "".join(trimmed) else _WRONG_ENCODING.format(self.encoding)
            return reject(line, what, " ".join(trimmed))
        if len(trimmed) < width:
            self.short_lines.append(line)
        return Row(line, [*trimmed[:width], *[""] * (width - len(trimmed))])


def _in_columns(rows: Iterable[Row | Rejected], wanted: Sequence[int]) -> Generator[ColumnBatch | Rejected]:
    """Yield the wanted cells of rows as text, columns of many rows together."""
    for batch in in_batches(rows, TOGETHER):
        # In their order, so that a reader who stops at the first fault has had what stands before it.
        for is_row, group in groupby(batch, key=lambda row: isinstance(row, Row)):
            if not is_row:
                yield from cast("Iterable[Rejected]", group)
                continue
            kept = cast("list[Row]", list(group))
            cells = [[_as_text(row.cells[at]) for row in kept] for at in wanted]
            yield ColumnBatch([row.line for row in kept], cells)


def _as_text(cell: Any) -> str:
    return cell if isinstance(cell, str) else write_value(cell)


def _is_plain(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether no row can be empty, and no cell holds what cannot be stored."""
    return (
        all(columns[0]) and not any(map(str.isspace, columns[0])) and not _UNSTORABLE.search("".join(chain(*columns)))
    )


def _trim(cells: Sequence[str], characters: str | None) -> list[str]:
    """Return what trim_cell makes of each, which no cell without an apostrophe needs in full."""
    trim = trim_cell if "'" in "".join(cells) else str.strip
    return [trim(cell, characters) for cell in cells]


def open_table(
    file: IO[bytes],
    name: str,
    options: TableOptions = RECOGNISED,
    *,
    expects_header: bool = True,
) -> Table:
    """Return the table of an open file. Raise FormatError if it is none, or has no row. Where rows do not show whether
    the first one is a header, it is one if the kind of upload expects it.
    """
    if is_workbook(file, name):
        return _open_sheet(file, name, options, expects_header=expects_header)
    refuse_document(file, name)
    encoding = options.encoding or detect_file_encoding(file, name)

    def open_lines() -> Generator[str]:
        file.seek(0)
        with closing(open_text(file, encoding, name)) as lines:
            yield from lines

    sample = _take_sample(open_lines)
    first = next((line for line in sample if line.strip()), None)
    if first is None:
        raise FormatError(name, None, "The file is empty.")
    if not options.separator and (is_json_array(first) or is_json_object(first)):
        return _open_json(file, name, encoding, is_array=is_json_array(first))
    return _open_text(open_lines, name, encoding, sample, options, expects_header=expects_header)


def make_table(
    name: str, title: str, columns: Sequence[str], open_rows: Callable[[], Generator[Row | Rejected]]
) -> Table:
    """Return the table that rows of another format make."""
    return Table(name, "json", title, columns, has_header=True, _open_rows=open_rows)


def _take_sample(open_lines: Callable[[], Generator[str]]) -> list[str]:
    sample: list[str] = []
    length = 0
    with closing(open_lines()) as lines:
        for line in lines:
            sample.append(line)
            length += len(line)
            if len(sample) == SAMPLE_LINES or length > SAMPLE_LENGTH:
                break
    return sample


def _open_text(
    open_lines: Callable[[], Generator[str]],
    name: str,
    encoding: str,
    sample: Sequence[str],
    options: TableOptions,
    *,
    expects_header: bool,
) -> Table:
    if (binary := next((number for number, line in enumerate(sample, start=1) if "\0" in line), None)) is not None:
        raise FormatError(name, binary, "The file is not text.")
    declared = find_declared_separator(sample[0])
    separator = options.separator or declared or find_separator(sample, name)
    skipped = 1 if declared else 0
    # Texts with spaces stand in quotation marks, or a run of spaces is one separator.
    is_spaced = separator == SPACE and not any('"' in line for line in sample)
    width = next((len(line.split()) for line in sample[skipped:] if line.strip()), 0)

    def open_rest() -> Generator[str]:
        with closing(open_lines()) as lines:
            rest = islice(lines, skipped, None)
            yield from (part_by_spaces(line, width) for line in rest) if is_spaced else rest

    def open_batches() -> Generator[Batch]:
        try:
            for batch in read_batches(open_rest, TAB if is_spaced else separator):
                yield Batch([line + skipped for line in batch.lines], batch.columns, batch.ragged) if skipped else batch
        except NotDelimitedError as error:
            problem = f"The table cannot be read: {error}. Check the quotation marks of this row."
            raise FormatError(name, error.line + skipped, problem) from error

    title = f"{'TSV' if separator == TAB else 'CSV'} with {NAMES.get(separator, repr(separator))}"
    table = Table(name, "text", title, (), has_header=False, encoding=encoding, separator=separator)
    return _with_header(table, open_batches, options, expects_header=expects_header)


def _open_sheet(file: IO[bytes], name: str, options: TableOptions, *, expects_header: bool) -> Table:
    workbook = open_workbook(file, name)
    sheet = options.sheet or workbook.find_first_filled()

    def open_batches() -> Generator[Batch]:
        for rows in in_batches(workbook.read_rows(sheet), TOGETHER):
            yield Batch.from_rows([line for line, _ in rows], [cells for _, cells in rows])

    notes = []
    if count := workbook.formulas_without_value:
        formulas = "1 formula has" if count == 1 else f"{count:,} formulas have"
        notes.append(f"{formulas} no stored value and read as empty: open the file in a spreadsheet and save it.")
    table = Table(
        name, "workbook", "Spreadsheet", (), has_header=False, sheet=sheet, sheets=workbook.sheets, notes=notes
    )
    return _with_header(table, open_batches, options, expects_header=expects_header)


def _with_header(
    table: Table, open_batches: Callable[[], Generator[Batch]], options: TableOptions, *, expects_header: bool
) -> Table:
    """Return the table with its columns, and with the rows that follow its header."""
    with closing(open_batches()) as batches:
        rows = (row for batch in batches for row in zip(batch.lines, batch.rows, strict=True))
        filled = ((line, [trim_cell(cell) for cell in cells]) for line, cells in rows)
        sample = list(islice(((line, cells) for line, cells in filled if any(cells)), SAMPLE_LINES))
    if not sample:
        raise FormatError(table.name, None, "The table has no rows.")
    first_rows = [cells for _, cells in sample]
    survey = None if options.header else find_survey_header(first_rows)
    header = survey.names if survey else find_header(first_rows, options.header, is_expected=expects_header)
    first_line, cells = sample[header or 0]
    has_names = header is not None and has_row_names(cells, [row for _, row in sample[header + 1 :]])
    width = len(cells) + has_names
    if header is None:
        width = max(len(row) for _, row in sample)
    while header is not None and width > 1 and not cells[-1]:
        cells, width = cells[:-1], width - 1
    if width > MOST_COLUMNS:
        raise FormatError(table.name, first_line, f"The table has more than {MOST_COLUMNS:,} columns.")
    table.has_header = header is not None
    table.columns = name_columns(["", *cells] if has_names else cells if table.has_header else [""] * width)
    last_before = first_line if table.has_header else 0
    if survey:
        last_before = sample[survey.last][0]
        table.title = f"{table.title}, of Qualtrics"
    table._open_batches = lambda: _after(open_batches(), last_before)
    return table


def _after(batches: Generator[Batch], last: int) -> Generator[Batch]:
    """Yield what follows a line."""
    with closing(batches):
        for batch in batches:
            lines = batch.lines
            if lines[-1] <= last:
                continue
            if lines[0] > last:
                yield batch
                continue
            start = next(index for index, line in enumerate(lines) if line > last)
            yield Batch(lines[start:], [cells[start:] for cells in batch.columns], batch.ragged[start:])


def _open_json(file: IO[bytes], name: str, encoding: str, *, is_array: bool) -> Table:
    keys = _find_keys(file, name, encoding, is_array=is_array)

    def open_rows() -> Generator[Row | Rejected]:
        for row in read_objects(file, name, encoding, is_array=is_array):
            yield row if isinstance(row, Rejected) else _take_values(row[0], [row[1].get(key) for key in keys])

    title = "JSON array" if is_array else "JSON Lines"
    names = name_columns([" ".join(key.split()) for key in keys])
    return Table(name, "json", title, names, has_header=True, encoding=encoding, _open_rows=open_rows)


def _find_keys(file: IO[bytes], name: str, encoding: str, *, is_array: bool) -> list[str]:
    """Return the keys of all objects: pandas and R write none for a missing value, so that one may come first late."""
    keys: dict[str, None] = {}
    with closing(read_objects(file, name, encoding, is_array=is_array)) as objects:
        for row in objects:
            if isinstance(row, Rejected) or row[1].keys() <= keys.keys():
                continue
            keys |= dict.fromkeys(row[1])
            if len(keys) > MOST_COLUMNS:
                raise FormatError(name, row[0], f"The objects have more than {MOST_COLUMNS:,} different keys.")
    if not keys:
        raise FormatError(name, None, NO_TABLE)
    return list(keys)


def _take_values(line: int, values: Sequence[Any]) -> Row | Rejected:
    if _UNSTORABLE.search("".join(_find_texts(values))):
        return reject(line, "A text contains a character that cannot be stored.")
    return Row(line, ["" if value is None else value for value in values])


def _find_texts(value: Any) -> Generator[str]:
    """Yield all texts in a JSON value; nothing in a file is nested deeper than the parser allows."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from _find_texts(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _find_texts(part)
