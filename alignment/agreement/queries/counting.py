"""Counts of agreement, kept per pair, and their sums over the project, for whoever holds the project's counts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, date
from itertools import combinations
from typing import NamedTuple

from alignment.adjudication.models import LinkDecision, QueuePlace
from alignment.adjudication.queries.queue_counts import (
    add_to_queue_totals,
    list_rows,
    replace_places,
    settle_places,
    sum_places,
)
from alignment.adjudication.queue_places import Place, list_places
from alignment.agreement.models import ItemAgreement, PairAgreement
from alignment.agreement.queries.running_sums import Sums, add_sums
from alignment.agreement.queries.sums import add_to_item_totals, add_to_totals, sum_item_rows, sum_pair_rows
from alignment.annotator_quality.queries.counts import refresh_annotator_quality
from alignment.coefficients.agr import agr, count_pair, link_items, restrict
from alignment.pairs.models import SentencePair
from alignment.projects.models import AlignmentSettings
from alignment.readings.links import Cell, Reading, disagreements
from alignment.readings.queries.submissions import compared_submissions
from alignment.rounds.models import RoundItem
from annotation_site.assignments.models import Item, Submission
from annotation_site.projects.models import Membership

READY = (Item.State.ANNOTATED, Item.State.ADJUDICATED)
BATCH = 2_000
# What was counted of each item, by its id, and the adjudicator's lists it belongs in.
Counted = dict[int, tuple[ItemAgreement, list[Place]]]


class SubmittedReading(NamedTuple):
    """A reading with the details of its submission."""

    annotator: Membership
    reading: Reading
    day: date
    guideline: int


def recount(items: Sequence[Item], *, is_change: bool) -> None:
    """Count items anew from their latest submissions and decisions; `is_change` means that readings may differ now."""
    kept_pairs, kept_items = PairAgreement.objects.filter(item__in=items), ItemAgreement.objects.filter(item__in=items)
    old_pairs, old_items = list(kept_pairs), list(kept_items)
    if old_items:
        kept_pairs.delete()
        kept_items.delete()
    new_pairs, counted = _count_anew(items)
    new_items = [row for row, _ in counted.values()]
    PairAgreement.objects.bulk_create(new_pairs, batch_size=BATCH)
    ItemAgreement.objects.bulk_create(new_items, batch_size=BATCH)
    add_to_totals(sum_pair_rows(old_pairs), sum_pair_rows(new_pairs))
    add_to_item_totals(sum_item_rows(old_items), sum_item_rows(new_items), is_change=is_change)
    replace_places(items, counted)
    refresh_annotator_quality(items)


def settle_readiness(items: Sequence[Item]) -> None:
    """Read again whether counted items that moved in or out of a round are ready; their counts stay as they are."""
    rows = list(ItemAgreement.objects.filter(item__in=items))
    before = sum_item_rows(rows)
    held = _find_held(items)
    states = {item.pk: item.state for item in items}
    for row in rows:
        row.is_ready = states[row.item_id] in READY and row.item_id not in held
    ItemAgreement.objects.bulk_update(rows, ["is_ready"], batch_size=BATCH)
    add_to_item_totals(before, sum_item_rows(rows), is_change=False)
    settle_places(rows)
    refresh_annotator_quality(items)


def count_first_time(chunks: Iterable[Sequence[Item]]) -> None:
    """Count items that were never counted, in chunks, so that memory is bounded; their sums are written at the end."""
    pair_sums: Sums = {}
    item_sums: Sums = {}
    place_sums: Sums = {}
    for items in chunks:
        pairs, counted = _count_anew(items)
        rows, places = [row for row, _ in counted.values()], list_rows(counted)
        PairAgreement.objects.bulk_create(pairs, batch_size=BATCH)
        ItemAgreement.objects.bulk_create(rows, batch_size=BATCH)
        QueuePlace.objects.bulk_create(places, batch_size=BATCH)
        refresh_annotator_quality(items)
        pair_sums = add_sums(pair_sums, sum_pair_rows(pairs))
        item_sums = add_sums(item_sums, sum_item_rows(rows))
        place_sums = add_sums(place_sums, sum_places(places))
    add_to_totals({}, pair_sums)
    add_to_item_totals({}, item_sums, is_change=True)
    add_to_queue_totals({}, place_sums)


class _Ground(NamedTuple):
    """Data about the items that counting needs, read once for all of them."""

    pairs: dict[int, SentencePair]
    null_tokens: dict[int, bool]
    decided: dict[int, set[Cell]]
    held: set[int]


def _read_ground(items: Sequence[Item]) -> _Ground:
    decided: defaultdict[int, set[Cell]] = defaultdict(set)
    cells = LinkDecision.objects.filter(item__in=items).order_by()
    for item_id, source, target in cells.values_list("item_id", "source_index", "target_index"):
        decided[item_id].add((source, target))
    pairs = SentencePair.objects.filter(pk__in=items).defer("source_text", "target_text")
    settings = AlignmentSettings.objects.filter(project__in={item.project_id for item in items})
    return _Ground(
        {pair.pk: pair for pair in pairs},
        dict(settings.values_list("project_id", "has_null_token")),
        decided,
        _find_held(items),
    )


def _find_held(items: Sequence[Item]) -> set[int]:
    """Return the ids of the items that annotators reconcile now."""
    reconciled = RoundItem.objects.filter(item__in=items, is_open=True)
    return set(reconciled.order_by().values_list("item_id", flat=True))


def _count_anew(items: Sequence[Item]) -> tuple[list[PairAgreement], Counted]:
    if not items:
        return [], {}
    submitted: defaultdict[int, list[SubmittedReading]] = defaultdict(list)
    for submission in compared_submissions(items).select_related("guideline"):
        submitted[submission.assignment.item_id].append(_parse_submission(submission))
    ground = _read_ground(items)
    pairs: list[PairAgreement] = []
    counted: Counted = {}
    for item in items:
        readings = submitted[item.pk]
        if len(readings) > 1:
            content = ground.pairs[item.pk]
            pairs += [_pair_agreement(item, content, first, second) for first, second in combinations(readings, 2)]
            row = _item_agreement(item, ground, [each.reading for each in readings])
            counted[item.pk] = row, _places(content, readings)
    return pairs, counted


def _places(pair: SentencePair, readings: Sequence[SubmittedReading]) -> list[Place]:
    return list_places(
        {each.annotator.pk: each.reading for each in readings},
        (pair.source_tokens, pair.source_target_words),
        (pair.target_tokens, pair.target_target_words),
    )


def _parse_submission(submission: Submission) -> SubmittedReading:
    return SubmittedReading(
        submission.assignment.annotator,
        Reading.from_json(submission.reading),
        submission.created_at.astimezone(UTC).date(),
        submission.guideline.version if submission.guideline else 0,
    )


def _pair_agreement(item: Item, pair: SentencePair, first: SubmittedReading, second: SubmittedReading) -> PairAgreement:
    counts = count_pair(first.reading, second.reading)
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


def _item_agreement(item: Item, ground: _Ground, readings: list[Reading]) -> ItemAgreement:
    length = len(ground.pairs[item.pk].source_tokens)
    sums = link_items(readings, length, artificial_null=ground.null_tokens[item.project_id]).sums
    disputed = disagreements(readings)
    decided = ground.decided.get(item.pk, set())
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
        is_accepted=item.state == Item.State.ADJUDICATED and not disputed,
        # What annotators reconcile now is decided afterwards.
        is_ready=item.state in READY and item.pk not in ground.held,
    )
