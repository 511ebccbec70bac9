"""Figures that only the database knows, read at each scrape: they are the same whichever web server is asked."""

from typing import NamedTuple

from django.db import connection
from django.db.models import Count, Max, Min
from django.db.models.functions import Greatest, Now

from annotation_site.backups.models import Backup
from annotation_site.jobs.models import Job
from annotation_site.mail.models import Mail

# Within the last hour, because old jobs are deleted: a count over all of them would go back.
ENDED_JOBS = """
    SELECT kind, state, count(*),
        percentile_cont(ARRAY[0.5, 0.95, 1]) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - started_at))
    FROM projects_job WHERE finished_at > now() - interval '1 hour' GROUP BY kind, state
"""
DATABASE = """
    SELECT pg_database_size(current_database()), count(*), current_setting('max_connections')::int
    FROM pg_stat_activity WHERE backend_type = 'client backend'
"""


class Queue(NamedTuple):
    """Unfinished jobs of one project and kind."""

    project: str
    kind: str
    state: str
    jobs: int
    oldest_seconds: float


class EndedJobs(NamedTuple):
    """Jobs of one kind that ended within the last hour in one state; quantiles of their seconds, None if none began."""

    kind: str
    state: str
    jobs: int
    seconds: tuple[float, float, float] | None


class Database(NamedTuple):
    """Size and use of the database server."""

    size: int
    connections: int
    most_connections: int


def read_queues() -> list[Queue]:
    """Return unfinished jobs by project, kind and state."""
    grouped = Job.objects.unfinished().order_by().values_list("project__slug", "kind", "state")
    rows = grouped.annotate(jobs=Count("pk"), age=Now() - Min("created_at"))
    return [Queue(slug, kind, state, jobs, age.total_seconds()) for slug, kind, state, jobs, age in rows]


def read_stalls() -> list[tuple[str, str, float]]:
    """Return project, kind and the longest time without progress in seconds, of running jobs."""
    running = Job.objects.filter(state=Job.State.RUNNING).order_by().values_list("project__slug", "kind")
    rows = running.annotate(age=Now() - Min(Greatest("progressed_at", "started_at")))
    return [(slug, kind, age.total_seconds()) for slug, kind, age in rows]


def read_ended_jobs() -> list[EndedJobs]:
    """Return jobs that ended within the last hour, by kind and state."""
    with connection.cursor() as cursor:
        cursor.execute(ENDED_JOBS)
        return [
            EndedJobs(kind, state, jobs, tuple(seconds) if seconds and seconds[0] is not None else None)
            for kind, state, jobs, seconds in cursor.fetchall()
        ]


def read_mail() -> dict[str, int]:
    """Return the number of stored messages by state; those that were sent are not counted."""
    kept = Mail.objects.exclude(state=Mail.State.SENT).order_by()
    by_state = dict(kept.values_list("state").annotate(n=Count("pk")))
    return {state: by_state.get(state, 0) for state in Mail.State.values if state != Mail.State.SENT}


def read_backup_age() -> float | None:
    """Return the age of the last complete backup in seconds, None if there is none."""
    age = Backup.objects.complete().order_by().aggregate(age=Now() - Max("made_at"))["age"]
    return age.total_seconds() if age is not None else None


def read_database() -> Database:
    """Return how full the database server is."""
    with connection.cursor() as cursor:
        cursor.execute(DATABASE)
        return Database(*cursor.fetchone())


def count_unfinished() -> dict[str, int]:
    """Return the numbers of queued and running jobs."""
    counts = dict(Job.objects.unfinished().order_by().values_list("state").annotate(n=Count("pk")))
    return {state.value: counts.get(state.value, 0) for state in (Job.State.QUEUED, Job.State.RUNNING)}
