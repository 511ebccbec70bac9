"""Imports to be done by the worker, each into a project of its own, and the count of what they did."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from uuid import uuid4

import psycopg2
from django.core.files.base import ContentFile
from django.db import connection
from django.db.models import Q

from alignment.imports.services import confirm_import, request_import_preview
from alignment.pairs.models import SentencePair
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.tasks import work_on_job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from tests.evaluation.judgements import make_evaluation_project
from tests.factories import make_pair, make_project
from tests.idiomaticity.making import make_rating_project

JOBS_OF_ONE_PERSON = 5
# The longest rest of a job whose worker was killed: lease, sweep, and what a free process needs to take it.
RECOVERY_SECONDS = 20.0
# Of the small forms that wait for a lease to end; the full forms have those of an installation. A process that other
# tests keep from its heartbeat for seconds must not lose its job.
QUICK_LEASES = {"JOB_LEASE_SECONDS": "6", "JOB_SWEEP_SECONDS": "1"}
_numbers = count(1)


def make_manager() -> User:
    """Make somebody who may start projects and never signs in."""
    return User.objects.create_user(f"manager{next(_numbers)}@example.org", None, can_create_projects=True)


def make_projects(manager: User) -> dict[str, Project]:
    """One of each kind, with something in it."""
    alignment = make_project(manager, target_language="it")
    for number in (1, 2):
        make_pair(alignment, source=f"a cat {number}", target=f"un gatto {number}")
    return {
        "alignment": alignment,
        "idiomaticity": make_rating_project(manager),
        "evaluation": make_evaluation_project(manager),
    }


def preview_imports(jobs: int, pairs: int) -> list[Job]:
    """Preview `jobs` small texts in this process, ready to be confirmed."""
    text = "".join(f"word{row} and some more words\tparola{row} e altre parole\n" for row in range(pairs)).encode()
    previews = []
    for number in range(jobs):
        if number % JOBS_OF_ONE_PERSON == 0:
            manager = make_manager()
        project = make_project(manager)
        upload = store_upload(user=manager, project=project, file=ContentFile(text), name="text.tsv")
        preview = request_import_preview(
            user=manager, project=project, uploads=[upload], text_format="tsv", tokens="spaces", request_id=uuid4()
        )
        previews.append(work_here(preview))
    return previews


def confirm(preview: Job) -> Job:
    """Queue the import of a preview, as the manager's click does."""
    return confirm_import(user=preview.requested_by, project=preview.project, preview=preview, leave_out_rejected=False)


def work_here(job: Job) -> Job:
    """Do the job in this process, unless a worker that runs has taken it; gives the finished row."""
    work_on_job(job.pk)
    wait_for_all([job], 60)
    job.refresh_from_db()
    return job


def succeeded(jobs: Sequence[Job]) -> int:
    return Job.objects.filter(pk__in=[job.pk for job in jobs], state=Job.State.SUCCEEDED).count()


def is_any_running(jobs: Sequence[Job]) -> bool:
    return Job.objects.filter(pk__in=[job.pk for job in jobs], state=Job.State.RUNNING).exists()


def find_attempts(jobs: Sequence[Job]) -> dict[int, int]:
    """Return the running jobs, each with the attempt that is at work on it."""
    return dict(
        Job.objects.filter(pk__in=[job.pk for job in jobs], state=Job.State.RUNNING).values_list("pk", "attempt")
    )


def wait_for_recovery(attempts: Mapping[int, int], seconds: float) -> float:
    """Wait until no job waits any longer for an attempt after these, whose worker was killed; gives the seconds."""
    began = time.monotonic()
    resting = Q(pk__in=[])
    for job, attempt in attempts.items():
        resting |= Q(pk=job, attempt=attempt, state__in=[Job.State.RUNNING, Job.State.QUEUED])
    while Job.objects.filter(resting).exists() and time.monotonic() - began < seconds:
        time.sleep(0.05)
    return time.monotonic() - began


def wait_for_all(jobs: Sequence[Job], seconds: float) -> float:
    """Wait until every job has finished or time is up; gives the seconds it took."""
    began = time.monotonic()
    left = Job.objects.unfinished().filter(pk__in=[job.pk for job in jobs])
    while left.exists() and time.monotonic() - began < seconds:
        time.sleep(0.05)
    return time.monotonic() - began


def count_effects(jobs: Sequence[Job], pairs: int) -> int:
    """Return the number of jobs whose effect is there exactly once: their project holds each pair of the text, and
    nothing twice.
    """
    return sum(_is_once(Project.objects.get(pk=job.project_id), pairs) for job in jobs)


def _is_once(project: Project, pairs: int) -> bool:
    numbers = list(Item.objects.filter(project=project).order_by("number").values_list("number", flat=True))
    contents = SentencePair.objects.filter(item__project=project).values("source_tokens").distinct().count()
    return numbers == list(range(1, pairs + 1)) and contents == pairs and project.item_count == pairs


@contextmanager
def holding(project: Project) -> Iterator[None]:
    """Keep the project's row locked, so that an import into it waits inside its transaction, and nobody else does."""
    values = connection.settings_dict
    holder = psycopg2.connect(
        host=values["HOST"],
        port=values["PORT"],
        user=values["USER"],
        password=values["PASSWORD"],
        dbname=values["NAME"],
    )
    try:
        with holder.cursor() as cursor:
            cursor.execute("SELECT 1 FROM projects_project WHERE id = %s FOR NO KEY UPDATE", [project.pk])
            yield
    finally:
        holder.close()
