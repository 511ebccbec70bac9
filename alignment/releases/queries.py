"""Pairs with their readings from the database, one chunk in memory at a time, for releases and for agreement."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from django.db.models import prefetch_related_objects

from alignment.adjudication.models import LinkDecision
from alignment.pairs.models import SentencePair
from alignment.readings.links import Cell, Decision, GoldPolicy, Reading
from alignment.readings.queries import compared_submissions, latest_submissions
from alignment.releases.contents import ReleasedPair
from alignment.releases.provenance import LinkOrigin
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project

CHUNK = 500
RELEASED_STATES = (Item.State.ANNOTATED, Item.State.ADJUDICATED)


def count_released_pairs(project: Project) -> int:
    """Return the number of pairs that a release made now would hold."""
    return Item.objects.filter(project=project, state__in=RELEASED_STATES).count()


def read_released_pairs(project: Project) -> Iterator[ReleasedPair]:
    """Yield every pair that has all its readings, in order."""
    last = 0
    items = Item.objects.filter(project=project, state__in=RELEASED_STATES).select_related("sentence_pair")
    while chunk := list(items.filter(number__gt=last).order_by("number")[:CHUNK]):
        last = chunk[-1].number
        yield from _read_chunk(chunk)


def read_released_pair(item: Item) -> ReleasedPair:
    """Return one pair, in any state."""
    [pair] = _read_chunk([item])
    return pair


def read_origins(item: Item) -> tuple[ReleasedPair, list[LinkOrigin]]:
    """Return the pair with the origins of its gold links; a majority of fewer than three readings is counted as in
    WAGS.
    """
    pair = read_released_pair(item)
    policy = cast(GoldPolicy, item.project.alignment.gold_policy)
    return pair, pair.origins(policy if len(pair.readings) > 2 else "wags")


def read_gold(item: Item) -> Reading:
    """Return gold of the pair as a release made now would hold it."""
    pair, origins = read_origins(item)
    return pair.gold(origins)


def read_golds(items: Sequence[Item]) -> dict[int, Reading]:
    """Return gold of several pairs by the id of their item."""
    golds = {}
    for start in range(0, len(items), CHUNK):
        chunk = items[start : start + CHUNK]
        prefetch_related_objects(chunk, "sentence_pair", "project__alignment")  # asks only for what is not there
        for item, pair in zip(chunk, _read_chunk(chunk), strict=True):
            policy = cast(GoldPolicy, item.project.alignment.gold_policy)
            golds[item.pk] = pair.gold(pair.origins(policy if len(pair.readings) > 2 else "wags"))
    return golds


def read_compared_pairs(project: Project) -> Iterator[ReleasedPair]:
    """Yield every pair with two or more readings that agreement compares, without decisions."""
    last = 0
    items = Item.objects.filter(project=project, agreement__isnull=False).select_related("sentence_pair")
    while chunk := list(items.filter(number__gt=last).order_by("number")[:CHUNK]):
        last = chunk[-1].number
        readings: defaultdict[int, dict[str, Reading]] = defaultdict(dict)
        for submission in compared_submissions(chunk):
            assignment = submission.assignment
            readings[assignment.item_id][assignment.annotator.pseudonym] = Reading.from_json(submission.reading)
        yield from (_without_decisions(item, item.sentence_pair, readings[item.pk]) for item in chunk)


def _without_decisions(item: Item, pair: SentencePair, readings: Mapping[str, Reading]) -> ReleasedPair:
    return ReleasedPair(
        number=item.number,
        identifier=item.identifier or str(item.number),
        source_tokens=pair.source_tokens,
        target_tokens=pair.target_tokens,
        source_target_words=pair.source_target_words,
        target_target_words=pair.target_target_words,
        readings=readings,
        decisions={},
    )


def _read_chunk(items: Sequence[Item]) -> Iterator[ReleasedPair]:
    readings: defaultdict[int, dict[str, Reading]] = defaultdict(dict)
    guidelines: defaultdict[int, dict[str, int | None]] = defaultdict(dict)
    for submission in latest_submissions(items).select_related("assignment__annotator", "guideline"):
        number, name = submission.assignment.item_id, submission.assignment.annotator.pseudonym
        readings[number][name] = Reading.from_json(submission.reading)
        guidelines[number][name] = submission.guideline.version if submission.guideline else None
    decisions: defaultdict[int, dict[Cell, Decision]] = defaultdict(dict)
    noted: defaultdict[int, set[Cell]] = defaultdict(set)
    for decision in LinkDecision.objects.filter(item__in=items):
        cell = (decision.source_index, decision.target_index)
        decisions[decision.item_id][cell] = cast(Decision, decision.decision)
        if decision.note:
            noted[decision.item_id].add(cell)
    for item in items:
        yield replace(
            _without_decisions(item, item.sentence_pair, readings[item.pk]),
            decisions=decisions[item.pk],
            noted=frozenset(noted[item.pk]),
            guidelines=guidelines[item.pk],
        )
