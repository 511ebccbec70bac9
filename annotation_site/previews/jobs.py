"""The sweep of previews that were never confirmed."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from annotation_site.jobs.jobs import delete_unneeded
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import load_jobs, periodic
from annotation_site.previews.services import all_previews


@periodic(3600)
def sweep_previews() -> None:
    """Delete previews that nobody confirmed within `PREVIEWS_KEPT_DAYS`; their files go with the sweep of uploads."""
    load_jobs()
    limit = timezone.now() - timedelta(days=settings.PREVIEWS_KEPT_DAYS)
    kinds = {preview.kind: preview.becomes for preview in all_previews()}
    old = Job.objects.filter(kind__in=kinds, state=Job.State.SUCCEEDED, finished_at__lt=limit)
    imports = Job.objects.filter(
        kind__in=kinds.values(), parameters__preview__in=list(old.values_list("pk", flat=True))
    )
    confirmed = list(imports.values_list("parameters__preview", flat=True))
    delete_unneeded(old.exclude(pk__in=confirmed))
