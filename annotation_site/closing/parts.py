"""The kinds of parts of a project that can be deleted and restored: the app of each registers them beside its jobs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db.models import Model, QuerySet

from annotation_site.jobs.registry import load_jobs

if TYPE_CHECKING:
    from annotation_site.jobs.models import JobQuerySet
    from annotation_site.projects.models import Project


@dataclass(frozen=True)
class Part:
    """A kind of part. `find` returns those of a project, `roots` the rows from which everything that goes is found: all
    that refers to them, but rows of the tables that `stay`, which keep it from being deleted.

    `shown` names tables whose rows the pages count; `jobs` are those that worked on it, `find_releases` the numbers of
    releases that hold it, and `address` its page; `title` is its name.
    """

    name: str
    noun: str
    tab: str
    find: Callable[[Project], QuerySet[Any]]
    roots: Callable[[Any], list[QuerySet[Any]]]
    address: Callable[[Any], str]
    jobs: Callable[[Any], JobQuerySet]
    find_releases: Callable[[Any], list[int]]
    shown: Mapping[type[Model], str]
    stay: frozenset[type[Model]] = field(default=frozenset())
    title: Callable[[Any], str] = str


_parts: dict[str, Part] = {}


def register_part(part: Part) -> Part:
    """Register a kind of part under its name."""
    if part.name in _parts:
        raise ValueError(f"Two parts are called {part.name}.")
    _parts[part.name] = part
    return part


def find_part(name: str) -> Part | None:
    """Return the kind of part with this name, or None."""
    load_jobs()
    return _parts.get(name)
