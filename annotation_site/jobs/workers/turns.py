"""The order of waiting jobs: projects take turns, and one alone never holds every worker."""

from collections import Counter
from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now

from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.jobs.running import JobRun, claim_job
from annotation_site.jobs.workers.holds import Hold, hold
from annotation_site.prepared import Prepared

MOST_LOOKED_AT = 1000
# Asked at the beginning and the end of every job.
_find_running = Prepared(
    lambda: Job.objects.filter(state=Job.State.RUNNING).order_by().values_list("project_id", "requested_by_id")
)
_find_waiting = Prepared(
    lambda: (
        Job.objects.filter(state=Job.State.QUEUED)
        .order_by("pk")
        .values_list("pk", "project_id", "requested_by_id")[:MOST_LOOKED_AT]
    )
)
_find_processes = Prepared(
    lambda: (
        WorkerSighting.objects.filter(seen_at__gt=Now() - timedelta(seconds=30))
        .order_by()
        .values_list("processes", flat=True)
    )
)


def claim_next() -> JobRun | None:
    """Claim the waiting job whose turn it is; return None if none may begin now."""
    with transaction.atomic():
        hold(Hold.TURN)  # two workers that counted at once would both take the last place
        for job_id in find_turns():
            if run := claim_job(job_id):
                return run
    return None


def find_turns() -> list[int]:
    """Return the jobs that may begin, in their order: those of projects and people with fewer running jobs first.

    A project may use all processes of the workers but one, so that the next one to come does not wait for its longest
    job. Where only one process works, or none has been heard of, there is nothing to keep free.
    """
    processes = count_processes()
    most = max(1, processes - 1) if processes else None
    running = _find_running()
    of_project = Counter(project for project, _ in running)
    of_person = Counter(person for _, person in running)
    turns = [
        (of_project[project], of_person[person], pk)
        for pk, project, person in _find_waiting()
        if most is None or of_project[project] < most
    ]
    return [pk for _, _, pk in sorted(turns)]


def count_processes() -> int:
    """Return how many jobs can be worked on at once, as far as workers were heard of in the last 30 seconds."""
    return sum(_find_processes())
