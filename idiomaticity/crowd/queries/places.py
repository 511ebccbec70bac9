"""Places in a crowd: those taken by people, and the ratings that can still be given or are reserved."""

from typing import TypedDict

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from annotation_site.assignments.models import Assignment, Item
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Membership
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.lists.models import GivenList, ListedItem
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
    the crowd's other workers. Where lists are given out, those of one list count.
    """
    if call.lists:
        found = find_free_list(call, worker)
        return found["items"] if found else 0
    room = Item.objects.with_room().filter(project=call.pk)
    if worker is not None:
        room = room.exclude(Exists(_find_held(worker, OuterRef("pk"))))
    found = room.aggregate(items=Count("pk"), places=Sum(F("required_count") - F("assigned_count"), default=0))
    return max(0, min(found["items"], found["places"] - _count_reserved(call, worker)))


class FreeList(TypedDict):
    """A list with its number of items that the crowd's other workers leave to rate, and of ratings that these want."""

    number: int
    items: int
    places: int


def find_free_list(call: CrowdCall, worker: CrowdWorker | None = None) -> FreeList | None:
    """Return what is free of the worker's own list or, without one, of the list that wants most ratings."""
    rows = find_free_items(call, worker).order_by().values("number")
    counted = rows.annotate(items=Count("pk"), places=Sum("free")).order_by("-places", "number")
    found = counted.first()
    return FreeList(number=found["number"], items=found["items"], places=found["places"]) if found else None


def find_free_items(call: CrowdCall, worker: CrowdWorker | None) -> QuerySet[ListedItem]:
    """Return items of lists that the crowd's other workers leave to rate, of the worker's own list if they have one.

    Each item wants a rating of everybody who has reserved its list and has not begun it; `free` is how many it wants
    beside these.
    """
    others = _find_waiting(call, worker)
    holders = others.filter(membership__given_list__number=OuterRef("number")).order_by().values("call")
    begun = Assignment.objects.filter(item=OuterRef("item"), annotator__in=others.values("pk"), purpose__in=WORK)
    seen = begun.exclude(state=State.RETURNED).order_by().values("item")
    listed = ListedItem.objects.filter(project=call.pk, item__in=Item.objects.with_room().filter(project=call.pk))
    if worker is not None:
        listed = listed.exclude(Exists(_find_held(worker, OuterRef("item"))))
        own = GivenList.objects.filter(membership=worker.pk).values_list("number", flat=True).first()
        if own is not None:
            listed = listed.filter(number=own)
    free = (
        F("item__required_count")
        - F("item__assigned_count")
        - Coalesce(Subquery(holders.annotate(n=Count("pk")).values("n")), 0)
        + Coalesce(Subquery(seen.annotate(n=Count("pk")).values("n")), 0)
    )
    return listed.annotate(free=free).filter(free__gt=0)


def _count_reserved(call: CrowdCall, worker: CrowdWorker | None) -> int:
    """Return the reserved ratings that the other workers have not begun yet."""
    begun = Assignment.objects.filter(annotator=OuterRef("pk"), state__in=BEGUN, purpose__in=WORK)
    counted = begun.order_by().values("annotator").annotate(n=Count("pk")).values("n")
    left = F("reserved_count") - Coalesce(Subquery(counted), 0)
    return int(_find_waiting(call, worker).aggregate(n=Sum(Greatest(left, 0), default=0))["n"])


def _find_waiting(call: CrowdCall, worker: CrowdWorker | None) -> QuerySet[CrowdWorker]:
    """Return the other workers whose reservation holds."""
    waiting: QuerySet[CrowdWorker] = CrowdWorker.objects.filter(
        call=call, completed_at=None, reserved_until__gt=timezone.now()
    )
    return waiting.exclude(is_qualified=False).exclude(EXCLUDED).exclude(pk=worker.pk if worker else None)


def _find_held(worker: CrowdWorker, item: OuterRef) -> QuerySet[Assignment]:
    """Return the worker's assignment of an item that cannot be given to them again."""
    held: QuerySet[Assignment] = Assignment.objects.filter(item=item, annotator=worker.pk)
    return held.exclude(state=State.RETURNED)


def is_full(call: CrowdCall) -> bool:
    """Return whether nobody else can take part: as many as wanted do, or all ratings are given or reserved."""
    return count_places_taken(call) >= call.most_people or not count_free_places(call)


def count_begun(annotator: Membership) -> int:
    """Return the number of ratings, without attention items, that the annotator has begun or submitted."""
    return annotator.assignments.filter(state__in=BEGUN, purpose__in=WORK).count()
