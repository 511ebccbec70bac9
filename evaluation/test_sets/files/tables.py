"""Segments from a table: a row for each expression, under a header."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import groupby

from alignment.formats import FormatError
from annotation_site.phrases.span_units import CODE_POINTS, SpanUnits
from annotation_site.tables.checks import EmptyCells, RepeatedValues, SimilarNames, describe_short_lines
from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Assignment, Role, read_cells
from annotation_site.tables.json_rows import find_fault_in_text, write_value
from annotation_site.tables.reading import Table
from annotation_site.texts.faults import Rejected
from annotation_site.texts.token_places import Span
from evaluation.test_sets.files.columns import Columns, occurs
from evaluation.test_sets.files.rows import (
    MarkedText,
    SegmentRow,
    read_class_of,
    read_document,
    read_span_line,
    refuse_unstorable,
    require_label,
    text_of,
)

Row = Mapping[str, str]
_SYSTEM = Role("system", "System", find_words("system"))
_MOST_REPEATED = 1
_OF_TRANSLATIONS = ("reference", "references", "systems")
# Of the columns that a table has once, those of a text.
_TEXTS = ("source", "reference", "label", "expression")


class TableChecks:
    """Checks of what a table has that its author may not have meant, fed while it is read."""

    def __init__(self, table: Table, assignment: Assignment) -> None:
        self._table = table
        self._columns = {column: EmptyCells(column) for role in _OF_TRANSLATIONS for column in assignment.get(role, ())}
        self._places = {column: table.columns.index(column) for column in self._columns}
        self._segments = RepeatedValues(next(iter(assignment.get("segment", ())), ""), "Each becomes a segment.")
        self._before = ""
        self._systems = SimilarNames("systems")
        for column in assignment.get("systems", ()):
            self._systems.add(column)
        self._named = self._in_reference = self._in_source = 0
        taken = {column for columns in assignment.values() for column in columns}
        named = [column for column in table.columns if column not in taken and _SYSTEM.rank(column) is not None]
        self._system_column = named[0] if named else ""
        self._by_source: dict[str, str] = {}
        self._repeated: list[int] = []

    def add(self, line: int, cells: Row, translations: Sequence[tuple[str, str]]) -> None:
        """Look at a row: its single contents, and its translations by column."""
        for column, text in translations:
            self._columns[column].add(line, text)
        segment = cells.get("segment", "")
        if segment != self._before:
            self._segments.add(line, segment)
        self._before = segment
        if expression := cells.get("expression", ""):
            self._named += 1
            self._in_reference += occurs(expression, cells.get("reference", ""))
            self._in_source += occurs(expression, cells["source"])

    def add_system(self, line: int, source: str, system: str) -> None:
        """Look at the name of a system beside a source, in a column that is not assigned."""
        if self._by_source.setdefault(source, system) != system and len(self._repeated) < _MOST_REPEATED:
            self._repeated.append(line)

    @property
    def system_column(self) -> str:
        """Return a column that is called as one of systems' names and is not assigned, or nothing."""
        return self._system_column

    def _sentences_on_systems(self) -> list[str]:
        """Return that rows of several systems became segments of their own."""
        if not self._repeated:
            return []
        return [
            f"“{self._system_column}” has several systems for the same source (line {self._repeated[0]:,}), and every "
            "row becomes a segment. Make a column for each system, named after it, and a row for each segment."
        ]

    def sentences(self) -> list[str]:
        """Return what was seen, in sentences."""
        sentences = [sentence for check in self._columns.values() for sentence in check.sentences()]
        sentences += [*self._segments.sentences(), *self._systems.sentences()]
        return [
            *self._sentences_on_systems(),
            *self._sentences_on_expressions(),
            *sentences,
            *describe_short_lines(self._table.short_lines),
        ]

    def _sentences_on_expressions(self) -> list[str]:
        """Return where expressions of the source seem to be taken for those of the reference."""
        if self._in_source <= self._in_reference:
            return []
        rows = f"{self._named:,} row{'s' * (self._named != 1)}"
        return [
            f"The expression occurs word for word in the reference in {self._in_reference:,} of {rows}, "
            f"and in the source in {self._in_source:,}. If it is that of the source, choose “Label”."
        ]


def read_table(
    table: Table, columns: Columns, units: SpanUnits = CODE_POINTS, checks: TableChecks | None = None
) -> Iterator[SegmentRow]:
    """Yield segments of a table, one from each row, or from consecutive rows with the same `segment`."""
    parts = {column_field.name: getattr(columns, column_field.name) for column_field in fields(columns)}
    single = {part: name for part, name in parts.items() if isinstance(name, str) and name}
    several = [*columns.references, *columns.systems]
    assignment = {**{part: [name] for part, name in single.items()}, "texts": several}
    if checks is not None and checks.system_column:
        assignment["system"] = [checks.system_column]
    checked = [name for name in (columns.reference, *several) if name]
    is_empty = True

    def rows() -> Iterator[tuple[int, Row, list[str]]]:
        for row in read_cells(table, assignment):
            if isinstance(row, Rejected):
                raise FormatError(table.name, row.line, row.reason)
            given = [(single[part], row.first(part)) for part in _TEXTS if part in single]
            _refuse_lists(table.name, row.line, [*given, *zip(several, row.all("texts"), strict=True)])
            cells = {part: write_value(row.first(part)) for part in single}
            texts = [write_value(cell) for cell in row.all("texts")]
            refuse_unstorable(table.name, row.line, [*cells.values(), *texts])
            if checks is not None:
                translations = [*([cells["reference"]] if columns.reference else []), *texts]
                checks.add(row.line, cells, list(zip(checked, translations, strict=True)))
                if checks.system_column:
                    checks.add_system(row.line, cells["source"], write_value(row.first("system")))
            yield row.line, cells, texts

    for _, group in groupby(rows(), key=lambda row: row[1]["segment"] if columns.segment else str(row[0])):
        is_empty = False
        yield _join_rows(table.name, columns, list(group), units)
    if is_empty:
        raise FormatError(table.name, None, "The table has no rows.")


def _refuse_lists(path: str, line: int, cells: Sequence[tuple[str, object]]) -> None:
    """Raise FormatError if a cell of JSON, given with its column, is a list or an object where a text is needed."""
    for column, value in cells:
        if fault := find_fault_in_text(value):
            raise FormatError(path, line, f"“{column}” {fault}.")


def _join_rows(path: str, columns: Columns, members: list[tuple[int, Row, list[str]]], units: SpanUnits) -> SegmentRow:
    line, first, texts = members[0]
    source, reference = first["source"], first.get("reference", "")
    if not source:
        raise FormatError(path, line, f"The column “{columns.source}” is empty.")
    expressions = []
    document = read_document(path, line, first.get("document", ""))
    for number, cells, others in members:
        if cells["source"] != source or others != texts or cells.get("reference", "") != reference:
            raise FormatError(
                path,
                number,
                f"The row has the same segment as line {line} but a different source, reference or translation.",
            )
        marked = _mark(path, number, cells, units)
        if marked is not None:
            expressions.append(marked)
    split = len(columns.references)
    references = tuple(text for text in (reference, *texts[:split]) if text)
    return SegmentRow(line, source, references, tuple(expressions), tuple(texts[split:]), document=document)


def _mark(path: str, line: int, cells: Row, units: SpanUnits) -> MarkedText | None:
    """Return the expression of a row, or None if the row names none."""
    expression = cells.get("expression", "")
    label = cells.get("label") or expression
    spans = _parse_spans(path, line, cells.get("spans", ""), label, cells["source"], units)
    reference_spans: tuple[Span, ...] = ()
    if cells.get("reference_spans"):
        if not cells.get("reference"):
            raise FormatError(path, line, "Spans in the reference need a reference.")
        reference_spans = _parse_spans(path, line, cells["reference_spans"], label, cells["reference"], units)
        expression = expression or text_of(cells["reference"], reference_spans)
    label = label or " … ".join(cells["source"][start:end] for start, end in spans) or expression
    expression_class = read_class_of(path, line, cells.get("expression_class", ""))
    if not label:
        return None
    require_label(path, line, label)
    return replace(MarkedText(label, spans, reference_spans, expression), expression_class=expression_class)


def _parse_spans(path: str, line: int, written: str, label: str, sentence: str, units: SpanUnits) -> tuple[Span, ...]:
    """Return the spans in a cell, which may lack label and tab."""
    if not written:
        return ()
    expressions = read_span_line(
        path, line, written if "\t" in written else f"{label or 'expression'}\t{written}", sentence, units
    )
    if len(expressions) > 1:
        raise FormatError(path, line, "A row has one expression. Give each a row, with the same number of the segment.")
    return expressions[0].source_spans if expressions else ()
