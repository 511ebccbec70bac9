"""Conversion of texts with marked expressions: exports of annotation tools, segments as JSON, spans, and tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from alignment.formats import FormatError
from annotation_site.tables.cells import write_csv
from annotation_site.texts.files import open_file, replacing_files
from evaluation.files.lines import read_parallel
from evaluation.test_sets.files import MarkedText, SegmentRow
from evaluation.test_sets.files.marked_texts import read_marks
from evaluation.test_sets.files.objects import read_objects
from evaluation.test_sets.files.rows import read_span_line, text_of
from evaluation.test_sets.files.writing import write_line, write_segments, write_span_line

# The name of an expression without class or category, in tools that need one.
_UNNAMED = "MWE"
_HEADER = ("segment", "source", "label", "spans", "class")
Pieces = Iterator[tuple[str, ...]]


@dataclass(slots=True)
class Report:
    """Counts of a conversion, and what the new format cannot express."""

    segments: int = 0
    expressions: int = 0
    lost: Counter[str] = field(default_factory=Counter)

    def sentences(self, target: str) -> list[str]:
        """Return a sentence for each kind of loss."""
        return [_LOSSES[kind].format(format=target, count=count) for kind, count in sorted(self.lost.items())]


_LOSSES = {
    "categories": "{format} has no categories: those of {count:,} expressions were left out.",
    "discontinuous": "{format} has no discontinuous marks: {count:,} expressions were written as one mark a part.",
    "labels": "{format} names expressions by their words: the labels of {count:,} expressions were left out.",
    "references": "{format} has no references: those of {count:,} segments were left out.",
}


@dataclass(frozen=True, slots=True)
class MarkedTarget:
    """A form to write: its number of files, a writer, and which details it keeps."""

    files: int
    write: Callable[[Iterator[SegmentRow]], Pieces]
    keeps: frozenset[str]


def convert_marked(paths: Sequence[str], source: str, target: str, encoding: str | None = None) -> Report:
    """Write the files and return what was written; raise FormatError, with nothing written, for unusable input."""
    files, form = SOURCES[source], TARGETS[target]
    if len(paths) != files + form.files:
        problem = f"From {source} to {target} takes {files + form.files} files, not {len(paths)}."
        raise FormatError(paths[0], None, problem)
    report = Report()
    with replacing_files(paths[files:]) as opened:
        rows = _count(_parse_segments(source, paths[:files], encoding), form, report)
        for pieces in form.write(rows):
            for file, piece in zip(opened, pieces, strict=True):
                file.write(piece.encode())
    return report


def _parse_segments(source: str, paths: Sequence[str], encoding: str | None) -> Iterator[SegmentRow]:
    if source == "marked":
        with open_file(paths[0]) as file:  # names a path that cannot be read
            if not file.read(1):
                raise FormatError(paths[0], None, "The file is empty.")
        return read_marks(paths[0])
    if source == "segments":
        return read_objects(paths[0])
    return _parse_spans(paths, encoding)


def _parse_spans(paths: Sequence[str], encoding: str | None) -> Iterator[SegmentRow]:
    for number, (text, spans) in read_parallel(paths, encoding):
        yield SegmentRow(number, text, (), read_span_line(paths[1], number, spans, text))


def _count(rows: Iterator[SegmentRow], form: MarkedTarget, report: Report) -> Iterator[SegmentRow]:
    for row in rows:
        report.segments += 1
        report.expressions += len(row.expressions)
        losses = {
            "references": int(bool(row.references)),
            "categories": sum(bool(expression.category) for expression in row.expressions),
            "labels": sum(
                expression.label != text_of(row.source, expression.source_spans) for expression in row.expressions
            ),
            "discontinuous": sum(len(expression.source_spans) > 1 for expression in row.expressions),
        }
        report.lost.update({kind: count for kind, count in losses.items() if count and kind not in form.keeps})
        yield row


def _format_spans(rows: Iterator[SegmentRow]) -> Pieces:
    for row in rows:
        yield write_line(row.source), write_span_line(row.expressions)


def _format_table(rows: Iterator[SegmentRow]) -> Pieces:
    for line in write_csv(chain([_HEADER], _list_rows(rows))):
        yield (line,)


def _list_rows(rows: Iterator[SegmentRow]) -> Iterator[Sequence[object]]:
    for number, row in enumerate(rows, 1):
        for expression in row.expressions or (MarkedText(""),):
            spans = str([tuple(span) for span in expression.source_spans]) if expression.source_spans else ""
            yield number, row.source, expression.label, spans, expression.expression_class


def _format_doccano(rows: Iterator[SegmentRow]) -> Pieces:
    for number, row in enumerate(rows, 1):
        marks = [
            [start, end, expression.expression_class or expression.category or _UNNAMED]
            for expression in row.expressions
            for start, end in expression.source_spans
        ]
        yield (json.dumps({"id": number, "text": row.source, "label": marks}, ensure_ascii=False) + "\n",)


def _format_segments(rows: Iterator[SegmentRow]) -> Pieces:
    for line in write_segments(rows, (), {}):
        yield (line,)


# Forms that are read, with the number of their files; and those that are written.
SOURCES: Mapping[str, int] = {"marked": 1, "segments": 1, "spans": 2}
TARGETS: Mapping[str, MarkedTarget] = {
    "segments": MarkedTarget(1, _format_segments, frozenset({"categories", "discontinuous", "labels", "references"})),
    "spans": MarkedTarget(2, _format_spans, frozenset({"discontinuous", "labels"})),
    "table": MarkedTarget(1, _format_table, frozenset({"discontinuous", "labels"})),
    "doccano": MarkedTarget(1, _format_doccano, frozenset({"categories"})),
}
