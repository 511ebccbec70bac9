"""The items that workers of a crowd are asked a second time, and when."""

from collections.abc import Collection

from django.db.models import Count, Exists, F, Func, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Membership
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.places import BEGUN, WORK, count_begun
from idiomaticity.lists.models import GivenList, ListedItem
from idiomaticity.lists.repeating import count_due

State, Purpose = Assignment.State, Assignment.Purpose


def find_repeat_due(worker: CrowdWorker, *, is_last: bool) -> Item | None:
    """Return the item that the worker is asked a second time now; with `is_last`, because no ratings are left.

    Those rated first come first, and never the one that the worker rated just now.
    """
    marked = _find_marked(Q(project=worker.call_id, number=_number_of(worker)))
    own = Assignment.objects.filter(annotator=worker.pk)
    given = own.filter(purpose=Purpose.REPEAT).exclude(state=State.RETURNED)
    if not is_last:
        due = count_due(count_begun(worker.membership), worker.limit, marked.count())
        if due <= given.count():
            return None
    latest = own.exclude(state=State.RETURNED).order_by("-begun_at").values_list("item", flat=True).first()
    rated = own.submitted().filter(purpose__in=WORK, item__in=marked.values("item")).exclude(item=latest)
    waiting = rated.exclude(item__in=given.values("item")).select_related("item")
    first: Assignment | None = waiting.order_by("submitted_at", "pk").first()
    return first.item if first else None


def count_repeats(workers: Collection[CrowdWorker]) -> dict[int, int]:
    """Return how many items each worker is asked twice: of their list, those that they rate."""
    repeating = [worker for worker in workers if worker.call.repeats]
    if not repeating:
        return {}
    held = Assignment.objects.filter(
        item=OuterRef("item"), annotator=OuterRef(OuterRef("pk")), state__in=BEGUN, purpose__in=WORK
    )
    room = Q(item__state=Item.State.OPEN, item__assigned_count__lt=F("item__required_count"))
    marked = _find_marked(Q(project=OuterRef("membership__project"), number=OuterRef("number")))
    own = marked.filter(Exists(held) | room).order_by().annotate(n=_count_rows()).values("n")
    given = GivenList.objects.filter(membership__in=[worker.pk for worker in repeating])
    counts = dict(given.values_list("pk").annotate(n=Coalesce(Subquery(own), 0)))
    return {worker.pk: counts.get(worker.pk, worker.call.repeats) for worker in repeating}


def count_repeats_left(annotators: Collection[Membership]) -> dict[int, int]:
    """Return how many items each worker will still be asked a second time."""
    workers = CrowdWorker.objects.select_related("call").filter(pk__in=annotators) if annotators else []
    counts = count_repeats(workers)
    if not counts:
        return {}
    begun = Assignment.objects.filter(annotator__in=counts, purpose=Purpose.REPEAT).exclude(state=State.RETURNED)
    given = dict(begun.order_by().values_list("annotator").annotate(n=Count("pk")))
    return {pk: max(0, count - given.get(pk, 0)) for pk, count in counts.items()}


def _find_marked(where: Q) -> QuerySet[ListedItem]:
    return ListedItem.objects.filter(where, is_repeated=True).exclude(item__state=Item.State.WITHDRAWN)


def _number_of(worker: CrowdWorker) -> Subquery:
    return Subquery(GivenList.objects.filter(pk=worker.pk).values("number"))


def _count_rows() -> Func:
    return Func(function="count", template="count(*)", output_field=IntegerField())
