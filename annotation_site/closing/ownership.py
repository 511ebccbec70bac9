"""The tables that hold rows of projects, and the order in which these can be deleted, derived from the models.

A table that an app adds is found by its foreign keys, so that nothing of a deleted project can be forgotten.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import ForeignKey, Model, Q, QuerySet

from annotation_site.projects.models import Project

HISTORY_OF = "pgh_obj"


class Reference(NamedTuple):
    """A nullable foreign key by which a row may refer to one of another project."""

    model: type[Model]
    name: str


class Owned(NamedTuple):
    """A table with rows of projects, and the lookup from a row to its project, such as `assignment__item__project`."""

    model: type[Model]
    path: str

    @property
    def own_keys(self) -> list[str]:
        """The foreign keys to other rows of the same table."""
        return [key.name for key in keys_of(self.model) if key.related_model is self.model]

    @property
    def is_history(self) -> bool:
        return HISTORY_OF in {key.name for key in keys_of(self.model)}


@dataclass(frozen=True, slots=True)
class Going:
    """Rows that go, each table before those that it refers to; and the number of rows that refer to them and stay."""

    rows: list[QuerySet[Model]]
    staying: dict[type[Model], int]

    def of(self, model: type[Model]) -> QuerySet[Any]:
        """Return the rows of one table that go."""
        return next((rows for rows in self.rows if rows.model is model), model._base_manager.none())


def find_going(
    roots: Mapping[type[Model], QuerySet[Any]], goes_along: Callable[[Owned, ForeignKey[Any, Any]], bool]
) -> Going:
    """Return the rows that go with these, whose tables refer to them by keys for which `goes_along` says so."""
    going: dict[type[Model], QuerySet[Model]] = {}
    staying: dict[type[Model], int] = {}
    for owned in reversed(list_owned()):
        model = owned.model
        goes, stays = Q(), Q()
        if model in roots:
            goes |= Q(pk__in=roots[model].values("pk"))
        for key in keys_of(model):
            parents = None if target_of(key) is model else going.get(target_of(key))
            if parents is None:
                continue
            refers = Q(**{f"{key.name}__in": parents.values("pk")})
            if goes_along(owned, key):
                goes |= refers
            else:
                stays |= refers
        rows = model._base_manager.order_by()
        if goes:
            going[model] = rows.filter(goes)
        if stays and (count := (rows.filter(stays).exclude(goes) if goes else rows.filter(stays)).count()):
            staying[model] = count
    return Going(list(reversed(going.values())), staying)


@cache
def list_owned() -> tuple[Owned, ...]:
    """Return every such table, each before those that its rows refer to; the project itself comes last."""
    paths = find_paths({Project: "pk"})
    order: TopologicalSorter[type[Model]] = TopologicalSorter()
    for model in paths:
        order.add(model)
        for key in keys_of(model):
            if key.related_model in paths and key.related_model is not model:
                order.add(target_of(key), model)
    return tuple(Owned(model, paths[model]) for model in order.static_order())


@cache
def list_references(model: type[Model]) -> tuple[Reference, ...]:
    """Return the nullable foreign keys to a table that do not say to which project the referring row belongs."""
    return tuple(
        Reference(owned.model, key.name)
        for owned in list_owned()
        for key in keys_of(owned.model)
        if key.null and key.related_model is model and owned.model is not model and not owned.is_history
    )


def find_paths(start: Mapping[type[Model], str]) -> dict[type[Model], str]:
    """Return the shortest way from each table to one of those given, by keys that every row has, as a lookup."""
    paths = dict(start)
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    while reachable := {model: path for model in models if model not in paths and (path := _find_path(model, paths))}:
        paths |= reachable
    return paths


def _find_path(model: type[Model], paths: dict[type[Model], str]) -> str:
    # A row of history outlives the row that it is of, and has a copy of its keys.
    for key in sorted(keys_of(model), key=lambda key: key.name == HISTORY_OF):
        if not key.null and target_of(key) in paths:
            rest = paths[target_of(key)]
            return key.name if rest == "pk" else f"{key.name}__{rest}"
    return ""


def keys_of(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    """Return the foreign keys of a table, one-to-one ones included."""
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def target_of(key: ForeignKey[Any, Any]) -> type[Model]:
    """Return the table that a foreign key refers to."""
    return key.related_model  # type: ignore[return-value]  # resolved once the apps are loaded


def name_rows(model: type[Model], count: int) -> list[str]:
    """Return what people call the rows of a table, with their number, or nothing where there are none."""
    # Rows that join two tables are named after the one that declares them.
    joined = model._meta.auto_created
    options = model._meta if isinstance(joined, bool) else joined._meta
    return name_some(count, str(options.verbose_name), str(options.verbose_name_plural))


def name_some(count: int, one: str, several: str) -> list[str]:
    """Return a noun with its number, or nothing where there are none."""
    return [f"1 {one}" if count == 1 else f"{count:,} {several}"] if count else []
