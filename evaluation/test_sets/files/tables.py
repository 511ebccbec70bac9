"""Segments from a table: a row for each expression, under a header."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import groupby

from alignment.formats import FormatError
from annotation_site.phrases.span_units import CODE_POINTS, SpanUnits
from evaluation.files.tables import read_cells
from evaluation.metrics.spans import Span
from evaluation.test_sets.files.columns import Columns
from evaluation.test_sets.files.rows import (
    MarkedText,
    SegmentRow,
    read_class_of,
    read_span_line,
    refuse_unstorable,
    require_label,
    text_of,
)

Row = Mapping[str, str]


def read_table(path: str, columns: Columns, units: SpanUnits = CODE_POINTS) -> Iterator[SegmentRow]:
    """Yield segments of a table, one from each row, or from consecutive rows with the same `segment`."""
    parts = {each.name: getattr(columns, each.name) for each in fields(columns)}
    single = {part: name for part, name in parts.items() if isinstance(name, str) and name}
    wanted = [*single.values(), *columns.references, *columns.systems]
    is_empty = True

    def rows() -> Iterator[tuple[int, Row, list[str]]]:
        for line, cells in read_cells(path, wanted):
            refuse_unstorable(path, line, cells)
            yield line, dict(zip(single, cells, strict=False)), cells[len(single) :]

    for _, group in groupby(rows(), key=lambda row: row[1]["segment"] if columns.segment else str(row[0])):
        is_empty = False
        yield _join_rows(path, columns, list(group), units)
    if is_empty:
        raise FormatError(path, None, "The table has no rows.")


def _join_rows(path: str, columns: Columns, members: list[tuple[int, Row, list[str]]], units: SpanUnits) -> SegmentRow:
    line, first, texts = members[0]
    source, reference = first["source"], first.get("reference", "")
    if not source:
        raise FormatError(path, line, f"The column “{columns.source}” is empty.")
    expressions = []
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
    return SegmentRow(line, source, references, tuple(expressions), tuple(texts[split:]))


def _mark(path: str, line: int, cells: Row, units: SpanUnits) -> MarkedText | None:
    """Return the expression of a row, or None if the row names none."""
    expression = cells.get("expression", "")
    label = cells.get("label") or expression
    spans = _read_spans(path, line, cells.get("spans", ""), label, cells["source"], units)
    reference_spans: tuple[Span, ...] = ()
    if cells.get("reference_spans"):
        if not cells.get("reference"):
            raise FormatError(path, line, "Spans in the reference need a reference.")
        reference_spans = _read_spans(path, line, cells["reference_spans"], label, cells["reference"], units)
        expression = expression or text_of(cells["reference"], reference_spans)
    label = label or " … ".join(cells["source"][start:end] for start, end in spans) or expression
    expression_class = read_class_of(path, line, cells.get("expression_class", ""))
    if not label:
        return None
    require_label(path, line, label)
    return replace(MarkedText(label, spans, reference_spans, expression), expression_class=expression_class)


def _read_spans(path: str, line: int, written: str, label: str, sentence: str, units: SpanUnits) -> tuple[Span, ...]:
    """Return the spans in a cell, which may lack label and tab."""
    if not written:
        return ()
    found = read_span_line(
        path, line, written if "\t" in written else f"{label or 'expression'}\t{written}", sentence, units
    )
    if len(found) > 1:
        raise FormatError(path, line, "A row has one expression. Give each a row, with the same number of the segment.")
    return found[0].source_spans if found else ()
