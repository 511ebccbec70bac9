"""The tables that hold rows of projects, and the order in which these can be deleted, derived from the models.

A table that an app adds is found by its foreign keys, so that nothing of a deleted project can be forgotten.
"""

from collections.abc import Mapping
from functools import cache
from graphlib import TopologicalSorter
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import ForeignKey, Model

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
    while found := {model: path for model in models if model not in paths and (path := _find_path(model, paths))}:
        paths |= found
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
