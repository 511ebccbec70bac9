"""Kinds of jobs: the body of each registers here, and pages, API, queue and workers look it up by the row's kind.

Services name a kind as text, as templates name a route, so that requesting work imports nothing of its body; an
unregistered kind is refused on request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from django.apps import apps
from django.conf import settings
from django.db.models import Model, QuerySet
from django.db.models.functions import Now
from django.urls import reverse

from annotation_site.web.exceptions import DomainError

if TYPE_CHECKING:
    from annotation_site.jobs.models import Job
    from annotation_site.jobs.running import JobRun
    from annotation_site.projects.models import Project

Body = Callable[["JobRun"], None]
BodyOf = TypeVar("BodyOf", bound=Body)
Work = TypeVar("Work", bound=Callable[[], None])
Found = TypeVar("Found", bound=Callable[[Any], QuerySet[Any]])
MOST_AT_ONCE = 1_000


@dataclass(frozen=True)
class ResultPage:
    """The page of a job's result. Its address takes the project and, with `by`, the number of the `job` itself or the
    value in its result under that name.
    """

    route: str
    label: str
    by: str = ""

    def find_address(self, job: Job) -> str:
        """Return the page's address, or nothing if the result lacks the value."""
        named = {**job.result, "job": job.pk}
        if self.by and self.by not in named:
            return ""
        return reverse(self.route, args=[job.project.slug, *([named[self.by]] if self.by else [])])


@dataclass(frozen=True)
class Brought:
    """The rows that an import brought: `rows`, by what people call them, one table each, none found by rows of another,
    which may be gone before; `parts`, tables whose rows belong to them or were computed from them; and `work`, tables
    whose rows people made, so that the import stays.
    `find_work` names more that keeps it, each a noun with its number. `prepare` is called before the rows go, and
    `settle` after.
    """

    rows: Mapping[str, QuerySet[Any]]
    parts: frozenset[type[Model]] = frozenset()
    work: frozenset[type[Model]] = frozenset()
    find_work: Callable[[], list[str]] = list
    prepare: Callable[[Project], None] = lambda project: None
    settle: Callable[[Project], None] = lambda project: None

    def count(self) -> dict[str, int]:
        """Return the number of rows, by what they are called."""
        return {name: rows.count() for name, rows in self.rows.items()}


@dataclass(frozen=True)
class JobKind:
    """The platform's description of one kind of job."""

    name: str
    title: str
    body: Body
    result: ResultPage
    needs_manager: bool
    helper: Callable[[Job], None] | None
    brings: Callable[[Job], Brought | None] | None


@dataclass(frozen=True)
class PeriodicWork:
    """Work that the clock repeats."""

    seconds: float
    body: Callable[[], None]


@dataclass(frozen=True)
class Term:
    """Rows that nobody needs any more, `find`, once a number of days is over; `delete` takes a thousand at most and
    returns how many it deleted.
    """

    noun: str
    setting: str
    find: Callable[[Any], QuerySet[Any]]
    delete: Callable[[QuerySet[Any]], int]

    @property
    def days(self) -> int:
        return int(getattr(settings, self.setting))

    def find_due(self) -> QuerySet[Any]:
        """Return the rows whose days are over, by the clock of the database."""
        return self.find(Now() - timedelta(days=self.days))


_kinds: dict[str, JobKind] = {}
_periodic: dict[str, PeriodicWork] = {}
_terms: dict[str, Term] = {}


def job(
    kind: str,
    title: str,
    *,
    result: ResultPage,
    needs_manager: bool = True,
    helper: Callable[[Job], None] | None = None,
    brings: Callable[[Job], Brought | None] | None = None,
) -> Callable[[BodyOf], BodyOf]:
    """Register the body of a kind of job. Without `needs_manager`, adjudicators may request it, too; `helper` lets
    further workers share a job that one of them holds. An import `brings` rows, which can be taken back.
    """

    def register(body: BodyOf) -> BodyOf:
        if kind in _kinds:
            raise ValueError(f"Two bodies work on jobs of the kind {kind}.")
        _kinds[kind] = JobKind(kind, title, body, result, needs_manager, helper, brings)
        return body

    return register


def periodic(seconds: float) -> Callable[[Work], Work]:
    """Register work to repeat at this interval in seconds, by any worker."""

    def register(body: Work) -> Work:
        _periodic[body.__name__] = PeriodicWork(seconds, body)
        return body

    return register


def delete_rows(rows: QuerySet[Any]) -> int:
    """Delete at most a thousand of the rows, and return their number."""
    going = list(rows.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])
    rows.model._base_manager.filter(pk__in=going).delete()
    return len(going)


def kept(noun: str, setting: str, *, delete: Callable[[QuerySet[Any]], int] = delete_rows) -> Callable[[Found], Found]:
    """Register rows that are kept for the days of a setting; the function returns those older than a moment."""

    def register(find: Found) -> Found:
        _terms[noun] = Term(noun, setting, find, delete)
        return find

    return register


@cache
def load_jobs() -> None:
    """Import the `jobs` module of every subject of every app, which registers its jobs; commands that never request a
    job need not wait for that.
    """
    for config in apps.get_app_configs():
        folder = Path(config.path)
        for path in sorted([*folder.glob("*/jobs.py"), *folder.glob("*/jobs/[!_]*.py")]):
            # The machinery of this package is no subject's work; its own sweeps are, in jobs/jobs.py.
            if path.parent != folder / "jobs" or path.name == "jobs.py":
                import_module(".".join([config.name, *path.relative_to(folder).with_suffix("").parts]))


def all_kinds() -> dict[str, JobKind]:
    """Return every kind by its name."""
    load_jobs()
    return _kinds


def find_brought(job: Job) -> Brought | None:
    """Return what an import brought; None if the job is no import, did not finish, or was taken back."""
    kind = all_kinds().get(job.kind)
    if kind is None or kind.brings is None or job.state != job.State.SUCCEEDED:
        return None
    return kind.brings(job)


def all_periodic_work() -> dict[str, PeriodicWork]:
    """Return all periodic work by its name."""
    load_jobs()
    return _periodic


def list_terms() -> list[Term]:
    """Return everything that is kept for a time, by its noun."""
    load_jobs()
    return [_terms[noun] for noun in sorted(_terms)]


def find_kind(name: str) -> JobKind:
    """Return a kind of job. Raise an error that fails the job if it is unknown."""
    kind = all_kinds().get(name)
    if kind is None:
        raise DomainError(f"This version of Interlinea has no jobs of the kind “{name}”.")
    return kind


def title_of_kind(name: str) -> str:
    """Return the kind in words; rows may have kinds that this version does not know."""
    kind = all_kinds().get(name)
    return kind.title if kind else name.replace("_", " ").capitalize()


def is_for_managers(name: str) -> bool:
    """Return whether only managers may request, see and retry this kind; an unknown kind is theirs, too."""
    kind = all_kinds().get(name)
    return kind is None or kind.needs_manager


def find_result(job: Job) -> tuple[str, str]:
    """Return the address of the page with a job's result and the text of its link, or two empty texts."""
    kind = all_kinds().get(job.kind)
    address = kind.result.find_address(job) if kind else ""
    return address, kind.result.label if kind and address else ""
