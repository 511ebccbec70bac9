"""The order of waiting jobs: projects take turns, and one alone never holds every worker."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Count, Sum
from django.db.models.functions import Now

from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.jobs.running import JobRun, claim_job
from annotation_site.jobs.workers.holds import Hold, hold

MOST_LOOKED_AT = 1000


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
    running = Job.objects.filter(state=Job.State.RUNNING)
    of_project = dict(running.order_by().values_list("project").annotate(n=Count("pk")))
    of_person = dict(running.order_by().values_list("requested_by").annotate(n=Count("pk")))
    waiting = Job.objects.filter(state=Job.State.QUEUED).order_by("pk")
    rows = waiting.values_list("pk", "project", "requested_by")[:MOST_LOOKED_AT]
    turns = [
        (of_project.get(project, 0), of_person.get(person, 0), pk)
        for pk, project, person in rows
        if most is None or of_project.get(project, 0) < most
    ]
    return [pk for _, _, pk in sorted(turns)]


def count_processes() -> int:
    """Return how many jobs can be worked on at once, as far as workers were heard of in the last 30 seconds."""
    alive = WorkerSighting.objects.filter(seen_at__gt=Now() - timedelta(seconds=30))
    return alive.aggregate(sum=Sum("processes"))["sum"] or 0
