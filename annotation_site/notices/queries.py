"""The tasks that wait for a person, counted for many projects by one query."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.assignments.queries import ANSWERS, QUESTIONS
from annotation_site.jobs.queries import FAILED_JOBS
from annotation_site.notices.pending_tasks import COUNTED_AT_MOST, CountUpTo, PendingTask
from annotation_site.prepared import Prepared
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
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
    tasks_by_kind = {
        project.pk: [task for task in list_pending_tasks(project) if task.ability(user, project)]
        if project.state == Project.State.ACTIVE
        else []
        for project in projects
    }
    for task in {task for tasks in tasks_by_kind.values() for task in tasks}:
        task.prepare(pk for pk, tasks in tasks_by_kind.items() if task in tasks)
    counts = _count(user, tasks_by_kind)
    return {
        project.pk: [
            Waiting(task, project, count) for task in tasks_by_kind[project.pk] if (count := counts[project.pk][task])
        ]
        for project in projects
    }


def _count(user: User, asked: dict[int, list[PendingTask]]) -> dict[int, dict[PendingTask, int]]:
    """Return the numbers of each project. Every page of a project asks for its own, by a prepared query."""
    tasks = tuple(dict.fromkeys(task for tasks in asked.values() for task in tasks))
    if not tasks:
        return {}
    if len(asked) == 1:
        rows = _counts_of_one(tasks)(user.pk, *asked)
    else:
        rows = list(_with_counts(Project.objects.filter(pk__in=asked), tasks, user))
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
