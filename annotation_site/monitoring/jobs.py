"""The term of slow requests."""

from typing import Any

from django.db.models import QuerySet

from annotation_site.jobs.registry import kept
from annotation_site.monitoring.models import SlowRequest


@kept("slow requests", "SLOW_REQUESTS_KEPT_DAYS")
def find_old_slow_requests(limit: Any) -> QuerySet[SlowRequest]:
    """Return slow requests that ended long ago."""
    old: QuerySet[SlowRequest] = SlowRequest.objects.filter(ended_at__lt=limit)
    return old
