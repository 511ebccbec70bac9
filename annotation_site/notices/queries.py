"""The matters that wait for a person, counted for many projects by one query."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.queries import ANSWERS, QUESTIONS
from annotation_site.jobs.queries import FAILED_JOBS
from annotation_site.notices.matters import COUNTED_AT_MOST, CountUpTo, Matter
from annotation_site.prepared import Prepared
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.webhooks.queries import DISABLED_WEBHOOKS

# Beside those of its own, every kind of project has these.
SHARED = (QUESTIONS, ANSWERS, FAILED_JOBS, DISABLED_WEBHOOKS)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A matter that waits for a person in one project, with the number of its rows."""

    matter: Matter
    project: Project
    count: int

    @property
    def sentence(self) -> str:
        """Return what to do."""
        return self.matter.describe(self.count)

    @property
    def url(self) -> str:
        """Return the address of the page on which to do it."""
        return reverse(self.matter.route, args=[self.project.slug])


def list_matters(project: Project) -> tuple[Matter, ...]:
    """Return the matters of the project's kind, most urgent first."""
    return (*find_kind(project.kind).matters, *SHARED)


def list_waiting(user: User, projects: Sequence[Project]) -> dict[int, list[Waiting]]:
    """Return what waits for the person, by project; one query, besides those that read roles and prepare matters."""
    asked = {
        project.pk: [matter for matter in list_matters(project) if matter.ability(user, project)]
        if project.state == Project.State.ACTIVE
        else []
        for project in projects
    }
    for matter in {matter for matters in asked.values() for matter in matters}:
        matter.prepare(pk for pk, matters in asked.items() if matter in matters)
    counts = _count(user, asked)
    return {
        project.pk: [
            Waiting(matter, project, count) for matter in asked[project.pk] if (count := counts[project.pk][matter])
        ]
        for project in projects
    }


def _count(user: User, asked: dict[int, list[Matter]]) -> dict[int, dict[Matter, int]]:
    """Return the numbers of each project. Every page of a project asks for its own, by a prepared query."""
    matters = tuple(dict.fromkeys(matter for matters in asked.values() for matter in matters))
    if not matters:
        return {}
    if len(asked) == 1:
        rows = _counts_of_one(matters)(user.pk, *asked)
    else:
        rows = list(_with_counts(Project.objects.filter(pk__in=asked), matters, user))
    return {pk: dict(zip(matters, counts, strict=True)) for pk, *counts in rows}


@cache
def _counts_of_one(matters: tuple[Matter, ...]) -> Prepared[tuple[int, ...]]:
    return Prepared(lambda user, project: _with_counts(Project.objects.filter(pk=project), matters, user))


def _with_counts(projects: QuerySet[Project], matters: Sequence[Matter], user: Any) -> QuerySet[Any, tuple[int, ...]]:
    # Matters of two kinds may have one name.
    columns = {
        f"waiting_{number}": CountUpTo(matter.rows(user).order_by().values("pk")[: COUNTED_AT_MOST + 1])
        for number, matter in enumerate(matters)
    }
    return projects.order_by().annotate(**columns).values_list("pk", *columns)
