"""Rows of a query that has run already, in the form in which a QuerySet's iterable asks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, cast

from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.query import ModelIterable, get_related_populators  # type: ignore[attr-defined]  # not in the stubs
from django.db.models.signals import post_init, pre_init

Read = Callable[[Sequence[tuple[Any, ...]]], list[Any]]


def make_reader(queryset: QuerySet[Any, Any], compiler: Any) -> Read:
    """Return what makes rows into what the QuerySet gives; Django would find out how at every call."""
    iterable: Any = cast(Any, queryset)._iterable_class
    if iterable is not ModelIterable:
        return lambda rows: list(iterable(KeptRows(queryset, compiler, rows)))
    select, found, annotations = compiler.select, compiler.klass_info, compiler.annotation_col_map or {}
    start, end = found["select_fields"][0], found["select_fields"][-1] + 1
    names = [column.target.attname for column, *_ in select[start:end]]
    maker, related = _find_maker(found["model"]), get_related_populators(found, select, queryset.db)
    _make_related_quickly(related)
    converters = compiler.get_converters([column for column, *_ in select[: compiler.col_count]])

    def read(rows: Sequence[tuple[Any, ...]]) -> list[Any]:
        made = []
        for row in compiler.apply_converters(rows, converters) if converters else rows:
            each = maker.from_db(queryset.db, names, row[start:end])
            for one in related:
                one.populate(row, each)
            for name, column in annotations.items():
                setattr(each, name, row[column])
            made.append(each)
        return made

    return read


class _Maker:
    """Makes objects as `Model.from_db` does, in a third of its time."""

    def __init__(self, model: type[Model]) -> None:
        self.model = model

    def from_db(self, db: str, names: Sequence[str], values: Sequence[Any]) -> Model:
        made = self.model.__new__(self.model)
        made._state = state = ModelState()
        state.adding, state.db = False, db
        made.__dict__.update(zip(names, values, strict=True))
        return made


def _find_maker(model: type[Model]) -> Any:
    """Return the maker of a model; the model itself where something else is to happen when an object is made."""
    own, usual = cast(Any, model), cast(Any, Model)
    is_plain = own.__init__ is usual.__init__ and own.from_db.__func__ is usual.from_db.__func__
    is_heard = pre_init.has_listeners(model) or post_init.has_listeners(model)
    return _Maker(model) if is_plain and not is_heard else model


def _make_related_quickly(populators: Sequence[Any]) -> None:
    for each in populators:
        each.model_cls = _find_maker(each.model_cls)
        _make_related_quickly(each.related_populators)


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
