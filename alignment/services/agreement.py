"""Counts of agreement, kept per pair as readings come in, and their sums over the project beside them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, date
from itertools import combinations
from typing import NamedTuple

from alignment.agreement import agr, count_pair, link_items, restrict
from alignment.links import Reading, disagreements
from alignment.models import AlignmentSettings, ItemAgreement, PairAgreement, RoundItem
from alignment.quality_counts import refresh_gold_quality, refresh_quality
from alignment.selectors import item_decisions, latest_submissions
from alignment.services.agreement_totals import add_to_item_totals, add_to_totals, sum_item_rows, sum_pair_rows
from annotation_site.projects.models import Item, Membership, Submission

READY = (Item.State.ANNOTATED, Item.State.ADJUDICATED)
BATCH = 2_000


class SubmittedReading(NamedTuple):
    """A reading with what it was stamped with."""

    annotator: Membership
    reading: Reading
    day: date
    guideline: int


def refresh_agreement(item: Item) -> None:
    """Count one item anew from its latest submissions; call it under the item's lock, once its state is stored."""
    refresh_agreements([item])


def refresh_agreements(items: Sequence[Item], *, moved: Sequence[Item] = ()) -> None:
    """Count items anew, and ask of those that moved in or out of a round, which keep their counts, whether they are
    ready. Call it once in a transaction, under the items' locks: the sums of all of them are written together, for one
    item after another would lock them out of order.
    """
    old_pairs = list(PairAgreement.objects.filter(item__in=items))
    old_items = list(ItemAgreement.objects.filter(item__in=items))
    moved_rows = list(ItemAgreement.objects.filter(item__in=moved).exclude(item__in=items)) if moved else []
    before = sum_item_rows([*old_items, *moved_rows])
    PairAgreement.objects.filter(item__in=items).delete()
    ItemAgreement.objects.filter(item__in=items).delete()
    new_pairs, new_items = _count_anew(items)
    PairAgreement.objects.bulk_create(new_pairs, batch_size=BATCH)
    ItemAgreement.objects.bulk_create(new_items, batch_size=BATCH)
    _settle_readiness(moved_rows, moved)
    add_to_totals(sum_pair_rows(old_pairs), sum_pair_rows(new_pairs))
    add_to_item_totals(before, sum_item_rows([*new_items, *moved_rows]), is_change=bool(items))
    refresh_quality([*items, *(item for item in moved if item not in items)])


def count_decisions(item: Item, undecided: int) -> None:
    """Store how many disagreements of an item are left; call it under the item's lock, once its state is stored."""
    row = ItemAgreement.objects.filter(item=item).first()
    if row is None:
        return
    before = sum_item_rows([row])
    row.undecided_count, row.is_ready = undecided, _is_ready(item)
    row.save(update_fields=["undecided_count", "is_ready"])
    add_to_item_totals(before, sum_item_rows([row]), is_change=False)
    refresh_gold_quality(item)


def _count_anew(items: Sequence[Item]) -> tuple[list[PairAgreement], list[ItemAgreement]]:
    submitted: defaultdict[int, list[SubmittedReading]] = defaultdict(list)
    for submission in latest_submissions(items).select_related("guideline") if items else ():
        submitted[submission.assignment.item_id].append(_read(submission))
    pairs, counted = [], []
    for item in items:
        readings = submitted[item.pk]
        if len(readings) > 1:
            pairs += [_pair_agreement(item, first, second) for first, second in combinations(readings, 2)]
            counted.append(_item_agreement(item, [each.reading for each in readings]))
    return pairs, counted


def _settle_readiness(rows: list[ItemAgreement], items: Sequence[Item]) -> None:
    held = set(RoundItem.objects.filter(item__in=items, is_open=True).values_list("item_id", flat=True)) if rows else ()
    states = {item.pk: item.state for item in items}
    for row in rows:
        row.is_ready = states[row.item_id] in READY and row.item_id not in held
    ItemAgreement.objects.bulk_update(rows, ["is_ready"], batch_size=BATCH)


def _is_ready(item: Item) -> bool:
    # What annotators reconcile now is decided afterwards.
    return item.state in READY and not RoundItem.objects.filter(item=item, is_open=True).exists()


def _read(submission: Submission) -> SubmittedReading:
    return SubmittedReading(
        submission.assignment.annotator,
        Reading.from_json(submission.reading),
        submission.created_at.astimezone(UTC).date(),
        submission.guideline.version if submission.guideline else 0,
    )


def _pair_agreement(item: Item, first: SubmittedReading, second: SubmittedReading) -> PairAgreement:
    counts = count_pair(first.reading, second.reading)
    pair = item.sentence_pair
    words = pair.source_target_words, pair.target_target_words
    touching = None
    if any(words):
        touching = count_pair(restrict(first.reading, *words), restrict(second.reading, *words)).as_row()
    return PairAgreement(
        item=item,
        project_id=item.project_id,
        first=first.annotator,
        second=second.annotator,
        agr=agr(counts, "both").value,
        target_counts=touching,
        day=max(first.day, second.day),
        guideline_version=first.guideline if first.guideline == second.guideline else None,
        **asdict(counts),
    )


def _item_agreement(item: Item, readings: list[Reading]) -> ItemAgreement:
    null_token = AlignmentSettings.objects.values_list("has_null_token", flat=True).get(project=item.project_id)
    sums = link_items(readings, len(item.sentence_pair.source_tokens), artificial_null=null_token).sums
    disputed = disagreements(readings)
    decided = item_decisions(item)
    drawn = {cell for reading in readings for cell in reading.links}
    return ItemAgreement(
        item=item,
        project_id=item.project_id,
        raters=len(readings),
        link_items=sums.items,
        agreement_sum=sums.agreement,
        sure_count=sums.labels["S"],
        possible_count=sums.labels["P"],
        absent_count=sums.labels["N"],
        disagreement_count=len(disputed),
        undecided_count=sum(cell not in decided for cell in disputed),
        disagreement_share=len(disputed) / len(drawn) if drawn else 0.0,
        is_ready=_is_ready(item),
    )
