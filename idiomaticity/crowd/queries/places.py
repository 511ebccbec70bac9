"""Places in a crowd: those taken by people, and the ratings that can still be given or are reserved."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum, Window
from django.db.models.functions import Coalesce, Greatest, Least, RowNumber
from django.utils import timezone

from annotation_site.assignments.models import Assignment, Item
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Membership
from idiomaticity.crowd.codes import HELD_FOR
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.lists.models import GivenList, ListedItem
from idiomaticity.screening.models import KnownRating

Use, State, Purpose = KnownRating.Use, Assignment.State, Assignment.Purpose
BEGUN = (State.IN_PROGRESS, State.SUBMITTED)
WORK = (Purpose.WORK, Purpose.EXTRA)
EXCLUDED = Exists(Exclusion.objects.filter(membership=OuterRef("membership"), lifted_at=None))


# Somebody who has answered nothing may still be in the first attempt's tutorial, or in a second one's test.
HAS_ANSWERED = (
    Exists(Assignment.objects.filter(annotator=OuterRef("pk"), state=State.SUBMITTED))
    | Q(missed_count__gt=0)
    | Q(is_qualified=True)
    | Q(completed_at__isnull=False)
)
# Of the places, those that people from one network hold without an answer: a quarter, but a class can begin together.
SHARE_OF_NETWORK, FEWEST_OF_NETWORK, MOST_OF_NETWORK = 4, 2, 25


@dataclass(frozen=True, slots=True)
class TakenPlaces:
    """Places taken by people who have answered something; and, by network, those held for minutes: by people with an
    open item, and by people who have agreed alone."""

    answered: int
    begun: Mapping[str, int]
    agreed: Mapping[str, int]
    allowed: int

    def count(self) -> int:
        """Return how many places are taken, those that are held with an open item included."""
        return self.answered + sum(self.begun.values()) + self._bound(self.agreed)

    def is_left(self, most: int, network: str) -> bool:
        """Return whether somebody from this network can have one.

        What others from one network hold without an answer, beyond their share, is no reason to refuse anybody else.
        """
        if self.count() < most:
            return True
        held = Counter(self.begun)
        held.update(self.agreed)
        is_within_share = not network or self.begun.get(network, 0) < self.allowed
        return is_within_share and self.answered + self._bound(held) < most

    def _bound(self, held: Mapping[str, int]) -> int:
        """Return a sum to which no network adds more than its share; people of unknown ones are counted one by one."""
        return sum(min(n, self.allowed) if network else n for network, n in held.items())


def read_places(call: CrowdCall, worker: CrowdWorker | None = None) -> TakenPlaces:
    """Return what the crowd's other workers take.

    Workers who failed the qualification or are excluded leave their place to others.
    """
    now = timezone.now()
    there: QuerySet[CrowdWorker] = CrowdWorker.objects.filter(call=call).exclude(is_qualified=False).exclude(EXCLUDED)
    if worker is not None:
        there = there.exclude(pk=worker.pk)
    has_begun, has_agreed = Q(reserved_until__gt=now), Q(consented_at__gt=now - HELD_FOR)
    answered = there.filter(HAS_ANSWERED).count()
    held = there.filter(has_begun | has_agreed).exclude(HAS_ANSWERED).annotate(begun=Q(has_begun))
    counts = {True: Counter[str](), False: Counter[str]()}
    for network, begun in held.values_list("network_digest", "begun"):
        counts[bool(begun)][network] += 1
    return TakenPlaces(answered, counts[True], counts[False], count_allowed(call))


def count_allowed(call: CrowdCall) -> int:
    """Return how many places people from one network hold without an answer."""
    return min(max(call.most_people // SHARE_OF_NETWORK, FEWEST_OF_NETWORK), MOST_OF_NETWORK)


def count_places_taken(call: CrowdCall) -> int:
    """Return the number of workers that count towards the limit."""
    return read_places(call).count()


def has_answered_anything(worker: CrowdWorker) -> bool:
    """Return whether the worker has answered an item, of the tutorial at least."""
    if worker.missed_count or worker.is_qualified or worker.completed_at:
        return True
    return Assignment.objects.filter(annotator=worker.pk, state=State.SUBMITTED).exists()


def is_full_of_people(call: CrowdCall, *, worker: CrowdWorker | None = None, network: str = "") -> bool:
    """Return whether as many take part as are wanted."""
    known = worker.network_digest if worker is not None else network
    return not read_places(call, worker).is_left(call.most_people, known)


def count_free_places(call: CrowdCall, worker: CrowdWorker | None = None, *, network: str = "") -> int:
    """Return how many ratings one person can still be given: a rating for each item, and none that are reserved for
    the crowd's other workers. Where lists are given out, those of one list count.
    """
    if call.lists:
        free_list = find_free_list(call, worker, network=network)
        return free_list["items"] if free_list else 0
    room = Item.objects.with_room().filter(project=call.pk)
    if worker is not None:
        room = room.exclude(Exists(_find_held(worker, OuterRef("pk"))))
    free_list = room.aggregate(items=Count("pk"), places=Sum(F("required_count") - F("assigned_count"), default=0))
    return max(0, min(free_list["items"], free_list["places"] - _count_reserved(call, worker, network)))


class FreeList(TypedDict):
    """A list with its number of items that the crowd's other workers leave to rate, and of ratings that these want."""

    number: int
    items: int
    places: int


def find_free_list(call: CrowdCall, worker: CrowdWorker | None = None, *, network: str = "") -> FreeList | None:
    """Return what is free of the worker's own list or, without one, of the list that wants most ratings."""
    rows = find_free_items(call, worker, network=network).order_by().values("number")
    counted = rows.annotate(items=Count("pk"), places=Sum("free")).order_by("-places", "number")
    first = counted.first()
    return FreeList(number=first["number"], items=first["items"], places=first["places"]) if first else None


def find_free_items(call: CrowdCall, worker: CrowdWorker | None, *, network: str = "") -> QuerySet[ListedItem]:
    """Return items of lists that the crowd's other workers leave to rate, of the worker's own list if they have one.

    Each item wants a rating of everybody who has reserved its list and has not begun it; `free` is how many it wants
    beside these.
    """
    others = _find_waiting(call, worker, network)
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


def _count_reserved(call: CrowdCall, worker: CrowdWorker | None, network: str) -> int:
    """Return the reserved ratings that the other workers have not begun yet."""
    begun = Assignment.objects.filter(annotator=OuterRef("pk"), state__in=BEGUN, purpose__in=WORK)
    counted = begun.order_by().values("annotator").annotate(n=Count("pk")).values("n")
    left = F("reserved_count") - Coalesce(Subquery(counted), 0)
    return int(_find_waiting(call, worker, network).aggregate(n=Sum(Greatest(left, 0), default=0))["n"])


def _find_waiting(call: CrowdCall, worker: CrowdWorker | None, network: str) -> QuerySet[CrowdWorker]:
    """Return the other workers whose reservation holds: without an answer, of one network those of its share alone,
    except against people of the same one.
    """
    known = worker.network_digest if worker is not None else network
    waiting: QuerySet[CrowdWorker] = CrowdWorker.objects.filter(
        call=call, completed_at=None, reserved_until__gt=timezone.now()
    )
    waiting = waiting.exclude(is_qualified=False).exclude(EXCLUDED).exclude(pk=worker.pk if worker else None)
    burst = waiting.exclude(HAS_ANSWERED).exclude(network_digest__in=["", known])
    rank = Window(RowNumber(), partition_by="network_digest", order_by="pk")
    room = Item.objects.with_room().filter(project=call.pk).order_by().values("project")
    wanted = room.annotate(n=Sum(F("required_count") - F("assigned_count"))).values("n")
    # Nor more than a quarter of the ratings that are wanted.
    share = Greatest(1, Coalesce(Subquery(wanted), 0) / (call.limit_each * SHARE_OF_NETWORK))
    surplus = burst.annotate(place=rank).filter(place__gt=Least(count_allowed(call), share))
    return waiting.exclude(pk__in=surplus.values("pk"))


def _find_held(worker: CrowdWorker, item: OuterRef) -> QuerySet[Assignment]:
    """Return the worker's assignment of an item that cannot be given to them again."""
    held: QuerySet[Assignment] = Assignment.objects.filter(item=item, annotator=worker.pk)
    return held.exclude(state=State.RETURNED)


def is_full(call: CrowdCall, *, network: str = "") -> bool:
    """Return whether nobody else from this network can take part: as many as wanted do, or all ratings are given or
    reserved.
    """
    return is_full_of_people(call, network=network) or not count_free_places(call, network=network)


def count_begun(annotator: Membership) -> int:
    """Return the number of ratings, without attention items, that the annotator has begun or submitted."""
    return annotator.assignments.filter(state__in=BEGUN, purpose__in=WORK).count()
