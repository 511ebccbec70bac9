"""Columns of annotators' figures, from which a page, a file and the API are made.

Annotators see only columns that say nothing of others or of known answers, `is_own`; managers who annotate see no more
of themselves, since it would end their blindness.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Generic, Literal, Protocol, TypeVar

from django.template.defaultfilters import pluralize
from django.utils.translation import gettext as _

from annotation_site.coefficients.figure import Figure
from annotation_site.languages.numbers import say_count
from annotation_site.templatetags.figures import UNDEFINED, figure, fixed, per_cent

Row = TypeVar("Row", contravariant=True)
FieldKind = Literal["text", "reason", "whole", "number", "words", "objects"]


class Reader(Protocol[Row]):
    """A function of a row."""

    def __call__(self, row: Row, /) -> Any: ...


class Quiet(str):
    """Words of a cell beside its figures, such as a unit."""

    __slots__ = ()
    is_quiet = True


@dataclass(frozen=True, slots=True)
class Pill:
    """A short remark in a frame: `style` is the end of its class, such as `danger`."""

    text: str
    title: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """A figure outside its limit; `is_grave` if the paper would leave the annotator out."""

    name: str
    sentence: str
    is_grave: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of one figure on a page; `title` says more, such as why there is none."""

    parts: tuple[str, ...] = ()
    title: str = ""
    pills: tuple[Pill, ...] = ()


@dataclass(frozen=True, slots=True)
class Hidden:
    """Neighbouring cells that are kept from whom they are about; the first stretch of a row says so."""

    span: int
    is_first: bool


@dataclass(frozen=True, slots=True)
class Field(Generic[Row]):
    """A figure in files and the API. A `number` may be undefined, and there may be no `reason`; both are null then.

    `objects`, such as attempts at a training, are in the API alone.
    """

    name: str
    read: Reader[Row]
    kind: FieldKind = "number"
    help: str = ""


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One figure or two that are read together. Without a title it is in no table, and without a label as well, on no
    page: in files and the API alone.

    A title that is translated has no per cent sign, which Django's templates would double: that is the `unit`. `label`
    and `detail` are the title and the cell on the page about one annotator, where they differ; headlines stand there
    first. What is weekly is also counted by week, and rows of weeks are read as those of annotators.
    """

    title: str
    fields: tuple[Field[Row], ...]
    show: Reader[Row] | None = None
    is_own: bool = False
    is_words: bool = False
    unit: str = ""
    label: str = ""
    detail: Reader[Row] | None = None
    is_headline: bool = False
    is_weekly: bool = False

    @property
    def name(self) -> str:
        """The name of the figure on the page about one annotator."""
        return self.label or self.title


@dataclass(frozen=True, slots=True)
class Heading:
    """The annotator of a row, or a judging round or week of one; `notes` stand beside it."""

    text: str
    address: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table on a page."""

    heading: Heading
    cells: tuple[Cell | Hidden, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a page: its columns, and its rows with a cell for each."""

    columns: tuple[Column[Any], ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class NamedCell:
    """A figure on the page about one annotator."""

    name: str
    cell: Cell


def make_table(
    columns: Sequence[Column[Row]], rows: Sequence[Row], headings: Sequence[Heading], own: Collection[int] = ()
) -> Table:
    """Return the table of a page; `own` are the positions of rows about the person who looks."""
    shown = tuple(column for column in columns if column.title)
    table_rows = []
    for position, (row, heading) in enumerate(zip(rows, headings, strict=True)):
        cells = _fill_own(shown, row) if position in own else tuple(_fill(column, row) for column in shown)
        table_rows.append(TableRow(heading, cells))
    return Table(shown, tuple(table_rows))


def list_cells_of(columns: Sequence[Column[Row]], row: Row, *, is_own: bool, is_headline: bool) -> list[NamedCell]:
    """Return the figures of one annotator, headlines or the others; of oneself, those of `is_own` columns alone."""
    cells = []
    for column in columns:
        if column.name and column.is_headline == is_headline and (column.is_own or not is_own):
            cells.append(NamedCell(column.name, _fill(column, row, is_detailed=True)))
    return cells


def list_names(columns: Sequence[Column[Row]]) -> list[str]:
    """Return the names of all fields in the order of a file: own figures first, remarks last."""
    ordered = sorted(columns, key=lambda column: (not column.is_own, column.is_words))
    return [field.name for column in ordered for field in column.fields if field.kind != "objects"]


def describe_row(columns: Sequence[Column[Row]], row: Row, *, is_own: bool) -> dict[str, Any]:
    """Return a row's fields by name; those of `is_own` columns alone to the person whom it is about."""
    fields = [field for column in columns if column.is_own or not is_own for field in column.fields]
    return {field.name: field.read(row) for field in fields}


def show_figure(value: Figure) -> Cell:
    """Return three decimals, with the reason where there is no value."""
    return Cell((figure(value),), value.reason)


def show_figure_of(value: Figure, count: int, noun: str) -> Cell:
    """Return three decimals with the number of what they rest on, such as “0.847 120 pairs”; for managers."""
    return Cell((figure(value), Quiet(f"{say_count(count)} {noun}{pluralize(count)}")), value.reason)


def show_share(value: Figure) -> Cell:
    """Return per cent, with the reason where there is no value."""
    return Cell((per_cent(value.value),), value.reason)


def show_seconds(value: Figure, decimals: int = 1) -> Cell:
    """Return seconds, with the reason where there is no value."""
    return Cell((fixed(value.value, decimals),), value.reason)


def show_count(count: int) -> Cell:
    """Return a whole number, grouped by thousands."""
    return Cell((say_count(count),))


def show_part(part: int, whole: int, *more: str) -> Cell:
    """Return “3 of 4”, or a dash where there are none."""
    return Cell((say_count(part), Quiet(f"of {say_count(whole)}"), *more) if whole else (UNDEFINED,))


def show_share_of(value: Figure, whole: int) -> Cell:
    """Return “40.0 % of 120”, in the reader's language, with the reason where there is no value."""
    if value.value is None:
        return Cell((UNDEFINED,), value.reason)
    return Cell((f"{per_cent(value.value)} %", Quiet(_("of {n}").format(n=say_count(whole)))))


def show_flags(flags: Sequence[Flag], excluded: str | None) -> Cell:
    """Return figures outside their limits as pills, after that of an exclusion with its reason."""
    standing = () if excluded is None else (Pill("excluded", excluded),)
    raised = tuple(Pill(flag.sentence, style="danger" if flag.is_grave else "possible") for flag in flags)
    return Cell(pills=standing + raised)


def name_annotator(annotator: Any, address: str, *, is_own: bool) -> Heading:
    """Return the heading of an annotator's row."""
    notes = ["you"] if is_own else [str(annotator.user)]
    if annotator.state == "removed":
        notes.append("left")
    return Heading(annotator.pseudonym, address, tuple(notes))


def map_fields(columns: Sequence[Column[Any]]) -> Mapping[str, tuple[Field[Any], bool]]:
    """Return every field with whether everybody sees it of themselves, by its name."""
    return {field.name: (field, column.is_own) for column in columns for field in column.fields}


def _fill(column: Column[Row], row: Row, *, is_detailed: bool = False) -> Cell:
    read = column.detail if is_detailed and column.detail else column.show
    if read is None:
        raise ValueError(f"The column {column.name} does not say what it shows.")
    cell: Cell = read(row)
    return cell


def _fill_own(columns: Sequence[Column[Row]], row: Row) -> tuple[Cell | Hidden, ...]:
    cells: list[Cell | Hidden] = []
    for is_own, stretch in groupby(columns, key=lambda column: column.is_own):
        if is_own:
            cells += [_fill(column, row) for column in stretch]
        else:
            is_first = not any(isinstance(cell, Hidden) for cell in cells)
            cells.append(Hidden(len(list(stretch)), is_first))
    return tuple(cells)
