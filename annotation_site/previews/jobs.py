"""Previews that were never confirmed, which are kept for a time."""

from typing import Any

from django.db.models import QuerySet

from annotation_site.jobs.jobs import without_references
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import kept
from annotation_site.previews.services import all_previews


@kept("previews that nobody confirmed", "PREVIEWS_KEPT_DAYS")
def find_old_previews(limit: Any) -> QuerySet[Job]:
    """Return previews without an import; their files go with those that no job uses."""
    kinds = {preview.kind: preview.becomes for preview in all_previews()}
    old = Job.objects.filter(kind__in=kinds, state=Job.State.SUCCEEDED, finished_at__lt=limit)
    imports = Job.objects.filter(
        kind__in=kinds.values(), parameters__preview__in=list(old.values_list("pk", flat=True))
    )
    confirmed = list(imports.values_list("parameters__preview", flat=True))
    return without_references(old.exclude(pk__in=confirmed))
