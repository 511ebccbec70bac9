"""Writing down since when incidents last, and which requests took long."""

import logging
from collections.abc import Iterable

from django.db import Error as DatabaseError
from django.db import transaction

from annotation_site.jobs.workers.holds import Hold, try_to_hold
from annotation_site.monitoring.incidents import Incident
from annotation_site.monitoring.models import NotedIncident, SlowRequest
from annotation_site.monitoring.parts import check_all
from annotation_site.monitoring.queries.incidents import list_incidents

logger = logging.getLogger(__name__)


def note_slow_request(*, view: str, request_id: str, seconds: float, was_stopped: bool) -> None:
    """Store a request that took long. Its answer does not depend on that: the database may be what was slow."""
    try:
        SlowRequest.objects.create(view=view[:200], request_id=request_id, seconds=seconds, was_stopped=was_stopped)
    except DatabaseError:
        logger.exception("The slow request %s could not be stored.", request_id)


@transaction.atomic
def note_incidents(incidents: Iterable[Incident]) -> None:
    """Store when each incident was first noticed, and forget those that are over; both are lines of the log."""
    keys = {incident.key[:200]: incident for incident in incidents}
    if not try_to_hold(Hold.INCIDENTS):
        return
    noted = set(NotedIncident.objects.values_list("key", flat=True))
    NotedIncident.objects.bulk_create([NotedIncident(key=key) for key in keys.keys() - noted])
    NotedIncident.objects.filter(key__in=noted - keys.keys()).delete()
    for key in sorted(keys.keys() - noted):
        # Without the sentence, in which names of projects and parts of statements may stand.
        logger.warning("Incident (%s): %s. The operators' page says what to do.", keys[key].level.label, key)
    for key in sorted(noted - keys.keys()):
        logger.warning("Incident over: %s", key)


def look_for_incidents() -> None:
    """Look at the whole site and store what is found; a duty of every web process, so that a missing worker is found
    by somebody.
    """
    note_incidents(list_incidents(check_all()))
