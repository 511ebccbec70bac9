"""Celery's tasks, which serve every kind of job, and the messages that start them."""

import logging
from time import perf_counter
from uuid import uuid4

from celery import Task, shared_task
from kombu.exceptions import OperationalError as BrokerError

from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import all_periodic_work, find_kind
from annotation_site.jobs.running import work_apart
from annotation_site.jobs.workers.apart import run_apart
from annotation_site.jobs.workers.turns import claim_next, find_turns
from annotation_site.server.logs import lines_about

logger = logging.getLogger(__name__)


@shared_task
def work_on_job(job_id: int) -> None:
    """Run the body of the job whose turn it is, which need not be the one that rang."""
    run = claim_next()
    if run is None:
        return
    try:
        with lines_about(run.job.describe_for_log):
            began = perf_counter()
            work_apart(run, lambda run: find_kind(run.job.kind).body(run))
            run.job.refresh_from_db(fields=["state"])
            fields = {"state": run.job.state, "seconds": round(perf_counter() - began, 3)}
            logger.info("Job %s (%s) came to an end.", run.job.pk, run.job.kind, extra={"fields": fields})
    finally:
        # One that had to wait for its project's turn has woken another already.
        for job in Job.objects.filter(pk__in=find_turns()[:1]):
            wake_worker(job)


@shared_task
def help_with_job(job_id: int) -> None:
    """Take a share of a job that another worker holds."""
    job = Job.objects.select_related("project").filter(pk=job_id).first()
    helper = find_kind(job.kind).helper if job is not None else None
    if job is None or helper is None:
        return
    unfinished = Job.objects.unfinished().filter(pk=job.pk)
    with lines_about(job.describe_for_log):
        run_apart(f"interlinea help {job.pk} {uuid4()}", lambda: helper(job), goes_on=unfinished.exists)


@shared_task
def do_periodic_work(name: str) -> None:
    """Run periodic work by name."""
    all_periodic_work()[name].body()


def wake_worker(job: Job) -> None:
    """Notify the broker that the job waits. Failure is harmless: the sweep notifies it again."""
    _send(work_on_job, job.pk)


def wake_helper(job: Job) -> None:
    """Call one more worker to a job. Without a broker the job's own worker does all of it."""
    _send(help_with_job, job.pk)


def wake_periodic_work(name: str) -> None:
    """Let periodic work be done now. Failure is harmless: the clock comes round to it anyway."""
    _send(do_periodic_work, name)


def make_beat_schedule() -> dict[str, dict[str, object]]:
    """Return Celery's schedule of all periodic work."""
    task = do_periodic_work.name
    return {
        name: {"task": task, "schedule": float(work.seconds), "args": [name]}
        for name, work in all_periodic_work().items()
    }


def _send(task: Task, subject: int | str) -> None:
    try:
        task.delay(subject)
    except (BrokerError, OSError) as error:
        logger.warning("No worker was told of %s(%s), the broker is away: %s", task.name, subject, error)
