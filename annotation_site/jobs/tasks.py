"""Tasks that wake on the beat, and how any job's task is rung."""

import logging

from celery import current_app, shared_task
from django.db import connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from annotation_site.assignments.leases import return_abandoned
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import requeue_expired_jobs

logger = logging.getLogger(__name__)
SWEEP_LOCK = 7_246_001


def ring(job: Job) -> None:
    """Tell the broker that the job waits. A bell that cannot be rung does no harm: the sweep rings again."""
    try:
        current_app.send_task(job.task, args=[job.pk])
    except (BrokerError, OSError) as error:
        logger.warning("Job %s waits for the next sweep, the broker is away: %s", job.pk, error)


@shared_task
def sweep_jobs() -> None:
    """Bring back jobs of workers that fell silent, and ring again for those that nobody heard."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [SWEEP_LOCK])
        if not cursor.fetchone()[0]:
            return
        waiting = requeue_expired_jobs()
        Job.objects.filter(pk__in=[job.pk for job in waiting]).update(rung_at=timezone.now())
    for job in waiting:
        ring(job)


@shared_task
def return_abandoned_assignments() -> None:
    """Give items whose annotator stayed away back to the others."""
    return_abandoned()
