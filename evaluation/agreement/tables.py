"""Agreement of links as rows of files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evaluation.agreement.report import AnnotatorPair, Stretch

CSV_HEADER = (
    "first", "second", "pairs", "agr_any", "agr_both", "agr_sure", "agr_possible", "first_links", "second_links",
    "both_sure", "both_possible", "label_differs", "first_only", "second_only",
)  # fmt: skip


def write_rows(rows: Iterator[AnnotatorPair], pooled: AnnotatorPair) -> Iterator[list[str | int]]:
    """Yield the table as rows of a file: header, every annotator pair, the pooled row; undefined figures are empty."""
    yield list(CSV_HEADER)
    for row in rows:
        yield [row.first, row.second, *_numbers(row)]
    yield ["pooled", "", *_numbers(pooled)]


STRETCH_HEADER = ("pairs", "agr_any", "agr_both", "agr_sure", "agr_possible", "first_links", "second_links",
    "both_sure", "both_possible", "label_differs", "first_only", "second_only")  # fmt: skip


def write_stretches(name: str, stretches: Iterable[Stretch]) -> Iterator[list[str | int]]:
    """Yield agreement per stretch as rows of a file, with `name` as the first column."""
    yield [name, *STRETCH_HEADER]
    for stretch in stretches:
        yield [stretch.label, *_numbers(stretch.row)]


def write_confusion(rows: Iterable[AnnotatorPair]) -> Iterator[list[str | int]]:
    """Yield label confusion as rows of a file: links by the first and second annotator's label, S, P or N (no link)."""
    yield ["first", "second", "first_label", "second_label", "links"]
    for row in rows:
        for (first, second), count in sorted(row.counts.confusion().items()):
            yield [row.first, row.second, first, second, count]


def _numbers(row: AnnotatorPair) -> list[str | int]:
    counts = row.counts
    return [
        row.pairs,
        *("" if figure.value is None else f"{figure.value:.6f}" for figure in row.figures.values()),
        counts.first_any,
        counts.second_any,
        counts.both_sure,
        counts.both_possible,
        row.label_differs,
        row.first_only,
        row.second_only,
    ]
