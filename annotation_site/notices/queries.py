"""The tasks that wait for a person, counted for many projects by one query."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.queries import ANSWERS, QUESTIONS
from annotation_site.jobs.queries import FAILED_JOBS
from annotation_site.prepared import Prepared
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.projects.pending_tasks import COUNTED_AT_MOST, CountUpTo, PendingTask
from annotation_site.webhooks.queries import DISABLED_WEBHOOKS

# Beside those of its own, every kind of project has these.
SHARED = (QUESTIONS, ANSWERS, FAILED_JOBS, DISABLED_WEBHOOKS)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A task that waits for a person in one project, with the number of its rows."""

    task: PendingTask
    project: Project
    count: int

    @property
    def sentence(self) -> str:
        """Return what to do."""
        return self.task.describe(self.count)

    @property
    def url(self) -> str:
        """Return the address of the page on which to do it."""
        return reverse(self.task.route, args=[self.project.slug])


def list_pending_tasks(project: Project) -> tuple[PendingTask, ...]:
    """Return the tasks of the project's kind, most urgent first."""
    return (*find_kind(project.kind).pending_tasks, *SHARED)


def list_waiting(user: User, projects: Sequence[Project]) -> dict[int, list[Waiting]]:
    """Return what waits for the person, by project; one query, besides those that read roles and prepare tasks."""
    tasks_by_project = {project.pk: _list_own_tasks(user, project) for project in projects}
    for task in set(chain.from_iterable(tasks_by_project.values())):
        task.prepare(pk for pk, tasks in tasks_by_project.items() if task in tasks)
    counts = _count(user, tasks_by_project)
    waiting: dict[int, list[Waiting]] = {}
    for project in projects:
        own = ((task, counts[project.pk][task]) for task in tasks_by_project[project.pk])
        waiting[project.pk] = [Waiting(task, project, count) for task, count in own if count]
    return waiting


def _list_own_tasks(user: User, project: Project) -> list[PendingTask]:
    if project.state != Project.State.ACTIVE:
        return []
    return [task for task in list_pending_tasks(project) if task.ability(user, project)]


def _count(user: User, tasks_by_project: dict[int, list[PendingTask]]) -> dict[int, dict[PendingTask, int]]:
    """Return the numbers of each project. Every page of a project asks for its own, by a prepared query."""
    tasks = tuple(dict.fromkeys(chain.from_iterable(tasks_by_project.values())))
    if not tasks:
        return {}
    if len(tasks_by_project) == 1:
        rows = _counts_of_one(tasks)(user.pk, *tasks_by_project)
    else:
        rows = list(_with_counts(Project.objects.filter(pk__in=tasks_by_project), tasks, user))
    return {pk: dict(zip(tasks, counts, strict=True)) for pk, *counts in rows}


@cache
def _counts_of_one(tasks: tuple[PendingTask, ...]) -> Prepared[tuple[int, ...]]:
    return Prepared(lambda user, project: _with_counts(Project.objects.filter(pk=project), tasks, user))


def _with_counts(
    projects: QuerySet[Project], tasks: Sequence[PendingTask], user: Any
) -> QuerySet[Any, tuple[int, ...]]:
    # Tasks of two kinds may have one name.
    columns = {
        f"waiting_{number}": CountUpTo(task.rows(user).order_by().values("pk")[: COUNTED_AT_MOST + 1])
        for number, task in enumerate(tasks)
    }
    return projects.order_by().annotate(**columns).values_list("pk", *columns)
