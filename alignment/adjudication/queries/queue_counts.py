"""The adjudicator's lists by annotators and by target word, and the numbers of pairs in them."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from alignment.adjudication.models import QueuePlace, QueueTotal
from alignment.adjudication.queue_places import Place
from alignment.agreement.models import ItemAgreement
from alignment.agreement.queries.running_sums import Sums, add_up, difference_of, upsert_sums
from annotation_site.assignments.models import Item

State = QueuePlace.State
TOTAL_KEYS = ("project", "kind", "key")
STATES = (State.TO_DECIDE, State.DECIDED, State.AGREED, State.HELD)
TOTAL_SUMS = ("to_decide", "decided", "agreed", "held")
BATCH = 2_000


def replace_places(items: Sequence[Item], counted: Mapping[int, tuple[ItemAgreement, Collection[Place]]]) -> None:
    """Put recounted items, by id, into the lists to which they belong now."""
    kept = QueuePlace.objects.filter(item__in=items)
    old, new = list(kept), list_rows(counted)
    if old:
        kept.delete()
    QueuePlace.objects.bulk_create(new, batch_size=BATCH)
    add_to_queue_totals(sum_places(old), sum_places(new))


def list_rows(counted: Mapping[int, tuple[ItemAgreement, Collection[Place]]]) -> list[QueuePlace]:
    """Return unsaved rows for the items that were counted."""
    return [
        QueuePlace(
            item_id=row.item_id,
            project_id=row.project_id,
            kind=place.kind,
            key=place.key,
            state=state_of(row),
            share=row.disagreement_share,
        )
        for row, places in counted.values()
        for place in places
    ]


def settle_places(rows: Iterable[ItemAgreement]) -> None:
    """Move items within their lists after their readiness changed."""
    states = {row.item_id: state_of(row) for row in rows}
    places = [each for each in QueuePlace.objects.filter(item__in=states) if each.state != states[each.item_id]]
    before = sum_places(places)
    for place in places:
        place.state = states[place.item_id]
    QueuePlace.objects.bulk_update(places, ["state"], batch_size=BATCH)
    add_to_queue_totals(before, sum_places(places))


def state_of(row: ItemAgreement) -> State:
    """Return the state of the pair, which is the same in every list."""
    if not row.is_ready:
        return State.HELD
    if not row.disagreement_count:
        return State.AGREED
    return State.TO_DECIDE if row.undecided_count else State.DECIDED


def sum_places(places: Iterable[QueuePlace]) -> Sums:
    """Return the totals of these rows, by the key of QueueTotal."""
    return add_up(
        ((place.project_id, place.kind, place.key), [int(place.state == state) for state in STATES]) for place in places
    )


def add_to_queue_totals(before: Sums, after: Sums) -> None:
    """Update the totals from the old state of rows to the new one."""
    upsert_sums(QueueTotal, TOTAL_KEYS, TOTAL_SUMS, difference_of(before, after))
