"""Rows of a query that has run already, in the form in which a QuerySet's iterable asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet


class KeptRows:
    """The part of a QuerySet that its iterable asks for, with rows that are there already."""

    _known_related_objects: ClassVar[dict[Any, Any]] = {}

    def __init__(self, queryset: QuerySet[Any, Any], compiler: Any, rows: Sequence[tuple[Any, ...]]) -> None:
        self.db, self.model, self.query = queryset.db, queryset.model, self
        self._compiler = _KeptCompiler(compiler, rows)

    def get_compiler(self, *_: Any, **__: Any) -> _KeptCompiler:
        return self._compiler


class _KeptCompiler:
    """A compiler that has run its query: rows of this call, the rest from the one that all calls share."""

    def __init__(self, compiler: Any, rows: Sequence[tuple[Any, ...]]) -> None:
        self._compiler, self._rows = compiler, rows
        self.select, self.klass_info = compiler.select, compiler.klass_info
        self.annotation_col_map = compiler.annotation_col_map

    def execute_sql(self, *_: Any, **__: Any) -> list[Sequence[tuple[Any, ...]]]:
        return [self._rows]

    def results_iter(self, results: Any = None, **options: Any) -> Any:
        options = {name: value for name, value in options.items() if name == "tuple_expected"}
        return self._compiler.results_iter(results or [self._rows], **options)
