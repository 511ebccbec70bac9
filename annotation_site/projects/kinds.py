"""Kinds of projects: what each adds to the shared pages, services and API.

A kind's app describes it in `<app>/kind.py` and registers it when Django is ready. Addresses are names of routes, so
that nothing here depends on an app above it.
"""

from collections.abc import Collection
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model, Q
from django.utils.translation import gettext_noop, ngettext_lazy

from annotation_site.accounts.models import User
from annotation_site.languages.locales import Locale
from annotation_site.languages.numbers import say_count
from annotation_site.projects.abilities import Ability, can_manage, can_release, can_run_jobs, can_visit
from annotation_site.projects.checklist import Task
from annotation_site.projects.models import Project
from annotation_site.projects.overview import Overview
from annotation_site.projects.pending_tasks import PendingTask
from annotation_site.projects.queries import has_begun

if TYPE_CHECKING:
    from rest_framework.serializers import Serializer

    from annotation_site.agreement.kinds import AgreementKind
    from annotation_site.annotator_quality.kinds import AnnotatorQuality
    from annotation_site.jobs.models import Job
    from annotation_site.machines.kinds import MachineTasks
    from annotation_site.projects.forms import ProjectForm


# What a kind's model calls the languages of its texts.
LANGUAGE_SETTINGS = ("language", "source_language", "target_language")
# Documents below docs/ that tabs of several kinds name.
MEASURES = "measuring/measures"
LINK_MEASURES = "measuring/link-measures"


class Group(StrEnum):
    """The groups of a project's pages, the same in every kind and in this order. What a kind lacks is left out.

    The last two stand at the end of the row: they are about the project, not on the way from text to result.
    """

    OVERVIEW = gettext_noop("Overview")
    DATA = gettext_noop("Data")
    PEOPLE = gettext_noop("People")
    ANNOTATE = gettext_noop("Annotate")
    AGREEMENT = gettext_noop("Agreement")
    ADJUDICATE = gettext_noop("Adjudicate")
    RESULTS = gettext_noop("Results")
    JOBS = gettext_noop("Jobs")
    SETTINGS = gettext_noop("Settings")


# Templates of the signs by which those at the end of the row stand.
SIGNS = {Group.JOBS: "page/_sign_jobs.html", Group.SETTINGS: "page/_sign_settings.html"}


class Extra(NamedTuple):
    """Purpose of a page that most projects go without, and the condition on projects in which it is used.

    It has no tab but where it is used or open; the page More leads to it.
    """

    note: str
    used: Q | None = None


class Tab(NamedTuple):
    """A page of a project in its group, for those who have the ability, with its page of the documentation."""

    label: str
    route: str
    ability: Ability
    # The document below docs/, perhaps with a heading of it; a template that is explained elsewhere names another one
    # in its block `help_page`.
    help_page: str
    group: Group
    extra: Extra | None = None
    # An extra page of single things, such as deposits of releases, is begun on the page that lists these.
    is_own_page: bool = True


# Extra pages of those kinds that have machines and releases.
MACHINES = Tab(
    "Machines",
    "projects:machine_new",
    can_manage,
    "measuring/machines#machines-compared-with-annotators",
    Group.PEOPLE,
    Extra("Compare a language model or an aligner with people. Machine answers are never counted as human work."),
)
DEPOSITS = Tab(
    "Deposits",
    "projects:releases",
    can_release,
    "guides/managers#deposit",
    Group.RESULTS,
    Extra("Deposit a release in a repository, such as Zenodo, for a DOI. Open a release to begin."),
    is_own_page=False,
)


def arrange_tabs(kind: str, *own: Tab) -> tuple[Tab, ...]:
    """Return a kind's own pages and those of every kind, group by group; within one, the kind's own come first,
    and extra ones last.
    """
    shared = (
        Tab("Guidelines", "projects:guidelines", can_visit, "guides/managers#set-up", Group.ANNOTATE),
        Tab("Members", "projects:members", can_manage, "guides/managers#set-up", Group.PEOPLE),
        Tab("Jobs", "projects:jobs", can_run_jobs, "howto/undo#take-back-an-import", Group.JOBS),
        Tab("Settings", f"{kind}:settings", can_manage, "guides/managers#set-up", Group.SETTINGS),
        Tab("More", "projects:more", can_manage, "guides/managers#further-pages", Group.SETTINGS),
        Tab(
            "Webhooks",
            "projects:webhooks",
            can_manage,
            "guides/webhooks",
            Group.SETTINGS,
            Extra("Send what happens in the project to a program of yours.", Q(webhooks__isnull=False)),
        ),
    )
    order = list(Group)
    return tuple(sorted((*own, *shared), key=lambda tab: (order.index(tab.group), tab.extra is not None)))


class ProjectKind:
    """A kind of annotation as projects see it: its words, pages, settings and the rules about them."""

    kind: ClassVar[Project.Kind]
    # Of the page that starts one, and what stays as it is from then on.
    title: ClassVar[str]
    fixed_note: ClassVar[str]
    # What people do, for whoever starts a project, and for whoever is invited to annotate.
    sentence: ClassVar[str]
    invitation: ClassVar[str]
    # The number of its items, on the page of all projects.
    amount: ClassVar[Any] = ngettext_lazy("%(amount)s item", "%(amount)s items", "n")
    # Template of a picture of the work, shown with an invitation.
    figure: ClassVar[str]
    # What comes next once a project is there.
    next_step: ClassVar[str]
    # A manager's first step on the page of all projects, and the name of its route in the app.
    beginning: ClassVar[tuple[str, str]]
    tabs: ClassVar[tuple[Tab, ...]]
    # Its part of the overview.
    overview: ClassVar[Overview] = Overview()
    # Pages reached from another, under whose tab they stand: more tabs than a window's width are no help.
    under: ClassVar[dict[str, str]] = {}
    # What waits for members, most urgent first.
    pending_tasks: ClassVar[tuple[PendingTask, ...]] = ()
    # One form declares every setting (see ProjectForm); those that are no field of Project are fields of this model,
    # which a project has as an attribute named like its kind.
    form: ClassVar[type["ProjectForm"]]
    model: ClassVar[type[Model]]
    # What machines are asked, in kinds that have work for them; in others there are none.
    machine_tasks: ClassVar["MachineTasks | None"] = None
    # Units, figures and groups of the agreement of annotators, in kinds that have a page of it.
    agreement: ClassVar["AgreementKind[Any] | None"] = None
    # The figures of annotators, in kinds that have any; and whether the items of excluded ones are given to others.
    quality: ClassVar["AnnotatorQuality[Any] | None"] = None
    gives_out_again: ClassVar[bool] = False
    # The body of a request for a release by the API, whose fields `request_release` takes.
    release_serializer: ClassVar[type["Serializer[Any]"]]
    # Fields of the API whose shape does not follow from the form.
    shapes: ClassVar[dict[str, Any]] = {}

    @property
    def annotator_page(self) -> str:
        """The route of the page about an annotator's work, empty for a kind without figures of annotators."""
        return self.quality.route("annotator_quality_detail") if self.quality else ""

    @property
    def noun(self) -> str:
        """The noun for an item."""
        return self.form.noun

    def read_settings(self, project: Project) -> dict[str, Any]:
        """Return every setting of the project by name, as pages and the API show them."""
        own = getattr(project, self.kind)
        return {name: getattr(own if self.is_own(name) else project, name) for name in self.form.list_settings()}

    def clean(self, settings: dict[str, Any], project: Project | None) -> dict[str, Any]:
        """Return the settings to store. Raise DomainError if they contradict each other. All settings are given with
        their new values; the project still has the old ones, or is None if it is about to start.
        """
        return settings

    def open_form(self, project: Project, data: Any) -> "ProjectForm":
        """Return the form of the settings that may change, with what was sent or as they are."""
        return self.form(data, initial=self.read_settings(project), is_new=False, is_begun=has_begun(project))

    def after_change(self, project: Project, changed: dict[str, Any]) -> None:
        """Apply the consequences of changed settings, in the transaction that changed them."""

    def describe(self, project: Project) -> dict[str, Any]:
        """Return the context for templates of this kind: settings and languages of a project."""
        return {"settings": getattr(project, self.kind)}

    def list_tasks(self, project: Project) -> list[Task]:
        """Return the steps of the project's manager, done and next."""
        return self.overview.list_tasks(project, self.overview.count_work(project))

    def find_locale(self, project: Project) -> Locale:
        """Return the locale of participants without an account."""
        return Locale()

    def describe_amounts(self, projects: Collection[Project]) -> dict[int, str]:
        """Return in words how much there is to work on in projects of this kind, for those that have anything."""
        return {
            project.pk: self.amount % {"n": project.item_count, "amount": say_count(project.item_count)}
            for project in projects
            if project.item_count
        }

    def request_release(self, user: User, project: Project, **terms: Any) -> "Job":
        """Queue a release of the project, as `release_serializer` reads its terms."""
        raise NotImplementedError

    def forget_person(self, person: User) -> None:
        """Delete copies of what identifies a person from the kind's own tables, in the transaction of the caller."""

    def list_kept_too_long(self) -> list[str]:
        """Return the projects that keep data about people beyond the day of its deletion, by their slugs."""
        return []

    def has_tab(self, route: str) -> bool:
        """Return whether a page that kinds share is one of the kind's tabs."""
        return any(tab.route == route for tab in self.tabs)

    def list_languages(self, project: Project) -> list[str]:
        """Return the languages of the project's texts, as tags."""
        own = getattr(project, self.kind)
        return [getattr(own, name) for name in LANGUAGE_SETTINGS if self.is_own(name)]

    def is_own(self, name: str) -> bool:
        """Return whether a setting belongs to this kind alone."""
        return name in {field.name for field in self.model._meta.concrete_fields}


_kinds: dict[str, ProjectKind] = {}


def register(kind: ProjectKind) -> None:
    """Register a kind; called once by its app when Django is ready. Raise ImproperlyConfigured for one that leaves out
    what a kind must declare: without it, the first page that needs it would fail.
    """
    if missing := list_missing(type(kind)):
        raise ImproperlyConfigured(f"{type(kind).__name__} does not declare {', '.join(missing)}.")
    _kinds[kind.kind] = kind


def list_missing(kind: type[ProjectKind]) -> list[str]:
    """Return the attributes without a default that a kind does not set."""
    declared = {name for base in kind.__mro__ for name in vars(base).get("__annotations__", {})}
    return sorted(name for name in declared if not hasattr(kind, name))


def find_kind(name: str) -> ProjectKind:
    """Return the kind with this name."""
    return _kinds[name]


def list_kinds() -> list[ProjectKind]:
    """Return every kind, in the order in which their apps are installed."""
    return list(_kinds.values())


def list_kept_too_long() -> list[str]:
    """Return the projects of every kind that keep data about people too long, by their slugs."""
    return [slug for kind in list_kinds() for slug in kind.list_kept_too_long()]
