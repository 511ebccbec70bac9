"""Jobs at work, as boards show them beside what they made, and failed ones, which wait for a manager."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any

from django.db.models import OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.prepared import Prepared
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.projects.pending_tasks import PendingTask

# A failed job stays on a board as long as its requester is likely to look for it; the page of jobs keeps it for good.
FAILED_SHOWN = timedelta(days=2)

# Whoever has not looked after so long does not need the result.
DAYS_SHOWN = 14

FAILED_JOBS = PendingTask(
    name="failed_jobs",
    ability=can_manage,
    route="projects:jobs",
    one="See 1 failed job",
    many="See {count} failed jobs",
    # A preview says why it failed on the page on which somebody waits for it, and nothing is left to do.
    rows=lambda user: Job.objects.exclude(kind__endswith="_preview").filter(
        project=OuterRef("pk"),
        state=Job.State.FAILED,
        dismissed_at=None,
        finished_at__gt=Now() - timedelta(days=DAYS_SHOWN),
    ),
)

_find_job = Prepared(lambda user, project, job: Job.objects.for_user(user).filter(project=project, pk=job).order_by())


def find_job(user: User, project: Project, number: int) -> Job | None:
    """Return a job of the project, or None if there is none that the person may see: a client asks for it again and
    again until it has ended.
    """
    job: Job | None = _find_job.first(user.pk, project.pk, number) if number < 2**63 else None
    if job is not None:
        job.project = project
    return job


def find_at_work(project: Project, kinds: Collection[str]) -> QuerySet[Job]:
    """Return jobs of these kinds that are queued or running, and those that failed lately until they are dismissed,
    newest first.
    """
    unfinished = Q(state__in=[Job.State.QUEUED, Job.State.RUNNING])
    lately = Q(state=Job.State.FAILED, dismissed_at=None, finished_at__gt=timezone.now() - FAILED_SHOWN)
    jobs = Job.objects.filter(unfinished | lately, project=project, kind__in=kinds)
    listed: QuerySet[Job] = jobs.select_related("requested_by", "project").defer("result")
    return listed


def describe_at_work(user: User, jobs: Iterable[Job]) -> dict[str, Any]:
    """Return the context of `jobs/_job_rows.html`; `is_working` while one of them has not finished.

    A page calls this before it reads what the jobs make: one that ends in between is then shown beside its result until
    the page renews itself. The other way round, the page would show neither, and wait for nothing.
    """
    listed = list(jobs)
    is_working = any(not job.is_finished for job in listed)
    return {
        "jobs": [{"row": job, "can_dismiss": can_dismiss(user, job)} for job in listed],
        "is_working": is_working,
        "is_worker_missing": is_working and not WorkerSighting.is_any_alive(),
    }


def can_dismiss(user: User, job: Job) -> bool:
    """Return whether dismissing the failed job is offered to the person."""
    return job.state == Job.State.FAILED and job.dismissed_at is None and job.ability(user, job.project)
