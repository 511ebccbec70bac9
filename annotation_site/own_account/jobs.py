"""Sessions that have ended, which go with the sweep."""

from typing import Any

from django.db.models import QuerySet

from annotation_site.accounts.models import Session
from annotation_site.jobs.registry import kept


@kept("ended sessions", "ENDED_SESSIONS_KEPT_DAYS")
def find_ended_sessions(limit: Any) -> QuerySet[Session]:
    """Return expired sessions, which Django keeps until somebody asks for this."""
    return Session.objects.filter(expire_date__lt=limit)
