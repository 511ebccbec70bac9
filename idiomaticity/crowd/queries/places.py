"""Places in a crowd: those taken by people, and the ratings that can still be given or are reserved."""

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from annotation_site.assignments.models import Assignment, Item
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Membership
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.screening.models import KnownRating

Use, State, Purpose = KnownRating.Use, Assignment.State, Assignment.Purpose
BEGUN = (State.IN_PROGRESS, State.SUBMITTED)
WORK = (Purpose.WORK, Purpose.EXTRA)
EXCLUDED = Exists(Exclusion.objects.filter(membership=OuterRef("membership"), lifted_at=None))


def count_places_taken(call: CrowdCall) -> int:
    """Return the number of workers that count towards the limit.

    Workers who failed the qualification or are excluded leave their place to others.
    """
    there: QuerySet[CrowdWorker] = CrowdWorker.objects.filter(call=call).exclude(is_qualified=False)
    return there.exclude(EXCLUDED).count()


def count_free_places(call: CrowdCall, worker: CrowdWorker | None = None) -> int:
    """Return how many ratings one person can still be given: a rating for each item, and none that are reserved for
    the crowd's other workers.
    """
    room = Item.objects.with_room().filter(project=call.pk)
    if worker is not None:
        held = Assignment.objects.filter(item=OuterRef("pk"), annotator=worker.pk).exclude(state=State.RETURNED)
        room = room.exclude(Exists(held))
    found = room.aggregate(items=Count("pk"), places=Sum(F("required_count") - F("assigned_count"), default=0))
    return max(0, min(found["items"], found["places"] - _count_reserved(call, worker)))


def _count_reserved(call: CrowdCall, worker: CrowdWorker | None) -> int:
    """Return the reserved ratings that the other workers have not begun yet."""
    begun = Assignment.objects.filter(annotator=OuterRef("pk"), state__in=BEGUN, purpose__in=WORK)
    counted = begun.order_by().values("annotator").annotate(n=Count("pk")).values("n")
    waiting = CrowdWorker.objects.filter(call=call, completed_at=None, reserved_until__gt=timezone.now())
    waiting = waiting.exclude(is_qualified=False).exclude(EXCLUDED).exclude(pk=worker.pk if worker else None)
    left = F("reserved_count") - Coalesce(Subquery(counted), 0)
    return int(waiting.aggregate(n=Sum(Greatest(left, 0), default=0))["n"])


def is_full(call: CrowdCall) -> bool:
    """Return whether nobody else can take part: as many as wanted do, or all ratings are given or reserved."""
    return count_places_taken(call) >= call.most_people or not count_free_places(call)


def count_begun(annotator: Membership) -> int:
    """Return the number of ratings, without attention items, that the annotator has begun or submitted."""
    return annotator.assignments.filter(state__in=BEGUN, purpose__in=WORK).count()
