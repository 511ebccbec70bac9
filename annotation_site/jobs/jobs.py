"""Sweeps that delete jobs and files that nobody needs any more."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import PROTECT, Exists, OuterRef, QuerySet
from django.utils import timezone

from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import periodic
from annotation_site.jobs.uploads import delete_unused_uploads

MOST_AT_ONCE = 1_000


@periodic(3600)
def delete_failed_jobs() -> None:
    """Delete jobs that failed or were cancelled `JOBS_KEPT_DAYS` ago; their files go with the sweep of uploads."""
    limit = timezone.now() - timedelta(days=settings.JOBS_KEPT_DAYS)
    ended = Job.objects.filter(state__in=[Job.State.FAILED, Job.State.CANCELLED], finished_at__lt=limit)
    delete_unneeded(ended)


@periodic(3600)
def sweep_uploads() -> None:
    """Delete uploads that no job uses."""
    delete_unused_uploads()


def delete_unneeded(jobs: QuerySet[Job]) -> int:
    """Delete those of the jobs to which no row refers, at most a thousand, and return their number."""
    for relation in Job._meta.related_objects:
        model: Any = relation.related_model
        if relation.on_delete is PROTECT:
            jobs = jobs.filter(~Exists(model._base_manager.filter(**{relation.field.name: OuterRef("pk")})))
    unneeded = list(jobs.order_by("pk").values_list("pk", flat=True)[:MOST_AT_ONCE])
    Job.objects.filter(pk__in=unneeded).delete()
    return len(unneeded)
