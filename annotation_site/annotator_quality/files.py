"""Annotators' figures as a table in a file, by pseudonyms."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.http import StreamingHttpResponse

from annotation_site.annotator_quality.columns import Column, describe_row, list_names
from annotation_site.tables.cells import list_cells, write_csv


def answer_table(name: str, columns: Sequence[Column[Any]], rows: Iterable[tuple[Any, bool]]) -> StreamingHttpResponse:
    """Return a CSV file; each row comes with whether it is about the person who asks."""
    names = list_names(columns)

    def list_lines() -> Iterator[list[object]]:
        yield list(names)
        for row, is_own in rows:
            yield list_cells(describe_row(columns, row, is_own=is_own), names)

    answer = StreamingHttpResponse(write_csv(list_lines()), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}-annotator-quality.csv"'
    return answer
