"""Kinds of projects: what each adds to the pages, services and the API that all share.

A kind's app describes it in `<app>/kind.py` and registers it when Django is ready. Addresses are names of routes, so
that nothing here knows an app above it.
"""

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from django.db.models import Model

from annotation_site.projects.abilities import Ability
from annotation_site.projects.models import Project

if TYPE_CHECKING:
    from annotation_site.projects.forms import ProjectForm


class Tab(NamedTuple):
    """A page of a project, for those who have the ability."""

    label: str
    route: str
    ability: Ability


class ProjectKind:
    """What one kind of annotation adds to projects: its words, pages, settings and rules about them."""

    kind: ClassVar[Project.Kind]
    # Of the page that starts one, and what stays as it is from then on.
    title: ClassVar[str]
    fixed_note: ClassVar[str]
    # What people do, for whoever starts a project, and for whoever is invited to annotate.
    sentence: ClassVar[str]
    invitation: ClassVar[str]
    # What comes next once a project is there.
    next_step: ClassVar[str]
    # A manager's first step on the page of all projects, and the name of its route in the app.
    beginning: ClassVar[tuple[str, str]]
    tabs: ClassVar[tuple[Tab, ...]]
    # Pages reached from another, under whose tab they stand: more tabs than a window's width are no help.
    under: ClassVar[dict[str, str]] = {}
    # One form declares every setting (see ProjectForm); those that are no field of Project are fields of this model,
    # which a project has as an attribute named like its kind.
    form: ClassVar[type["ProjectForm"]]
    model: ClassVar[type[Model]]
    # Fields of the API whose shape does not follow from the form.
    shapes: ClassVar[dict[str, Any]] = {}

    @property
    def noun(self) -> str:
        """What an item is called."""
        return self.form.noun

    def read_settings(self, project: Project) -> dict[str, Any]:
        """Return every setting of the project by name, as pages and the API show them."""
        own = getattr(project, self.kind)
        return {name: getattr(own if self.is_own(name) else project, name) for name in self.form.list_settings()}

    def clean(self, settings: dict[str, Any], project: Project | None) -> dict[str, Any]:
        """Return the settings as they are stored, or raise DomainError where they contradict each other. They are all
        as they would be; the project is as it was, or None when it is about to start."""
        return settings

    def after_change(self, project: Project, changed: dict[str, Any]) -> None:
        """Let what follows from changed settings happen, in the transaction that changed them."""

    def describe(self, project: Project) -> dict[str, Any]:
        """Return what templates of this kind say of a project: its settings and languages."""
        return {"settings": getattr(project, self.kind)}

    def is_own(self, name: str) -> bool:
        """Return whether a setting is of this kind alone."""
        return name in {field.name for field in self.model._meta.concrete_fields}


_kinds: dict[str, ProjectKind] = {}


def register(kind: ProjectKind) -> None:
    """Make a kind known; called once by its app when Django is ready."""
    _kinds[kind.kind] = kind


def find_kind(name: str) -> ProjectKind:
    """Return the kind with this name."""
    return _kinds[name]


def list_kinds() -> list[ProjectKind]:
    """Return every kind, in the order of `Project.Kind`."""
    return [_kinds[name] for name in Project.Kind.values if name in _kinds]
