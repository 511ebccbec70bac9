"""Sweeps that restart lost jobs, and delete files that no job needs."""

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from annotation_site.jobs.holds import Hold, try_to_hold
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import periodic
from annotation_site.jobs.retention import delete_failed_jobs
from annotation_site.jobs.running import requeue_expired_jobs
from annotation_site.jobs.tasks import ring
from annotation_site.jobs.uploads import delete_unused_uploads


@periodic(settings.JOB_SWEEP_SECONDS)
def sweep_jobs() -> None:
    """Requeue jobs of workers that fell silent, and send waiting ones to the broker again."""
    with transaction.atomic():
        if not try_to_hold(Hold.SWEEP):
            return
        waiting = requeue_expired_jobs()
        Job.objects.filter(pk__in=[job.pk for job in waiting]).update(rung_at=timezone.now())
    for job in waiting:
        ring(job)


@periodic(3600)
def sweep_failed_jobs() -> None:
    """Delete failed and cancelled jobs that are too old to be tried again."""
    delete_failed_jobs()


@periodic(3600)
def sweep_uploads() -> None:
    """Delete uploads that no job uses."""
    delete_unused_uploads()
