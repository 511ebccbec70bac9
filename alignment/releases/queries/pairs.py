"""Pairs with their readings from the database, one row a pair and never all in memory, for releases and agreement."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import cast

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, Func, OuterRef, Q, QuerySet, TextField, prefetch_related_objects
from django.db.models.functions import JSONArray

from alignment.adjudication.models import LinkDecision
from alignment.pairs.models import SentencePair
from alignment.readings.links import GoldPolicy, Reading
from alignment.readings.queries.submissions import compared_submissions, latest_submissions
from alignment.releases.contents import ReleasedPair
from alignment.releases.gold_standard import PAIRS_AT_A_TIME
from alignment.releases.numbers.frequencies import SIDES, Side
from alignment.releases.provenance import LinkOrigin
from annotation_site.assignments.models import Item, Submission
from annotation_site.projects.models import Project

RELEASED_STATES = (Item.State.ANNOTATED, Item.State.ADJUDICATED)


class _Words(Func):
    """The tokens of a list as rows."""

    function = "unnest"
    set_returning = True
    output_field = TextField()


def released_items(project: Project) -> QuerySet[Item]:
    """Return the pairs that a release made now would hold."""
    return Item.objects.filter(project=project, state__in=RELEASED_STATES)


def count_released_pairs(project: Project) -> int:
    return released_items(project).count()


def count_words(project: Project) -> dict[Side, dict[str, int]]:
    """Return the frequency of every word of the released text, of each side."""
    pairs = SentencePair.objects.filter(item__in=released_items(project)).order_by()
    return {
        side: dict(pairs.values_list(_Words(f"{side}_tokens")).annotate(times=Count("*")).iterator(PAIRS_AT_A_TIME))
        for side in SIDES
    }


def read_released_pairs(project: Project) -> Iterator[ReleasedPair]:
    """Yield every pair that has all its readings, in order."""
    return (pair for _, pair in _read_pairs(released_items(project)))


def read_in_chunks(project: Project) -> Iterator[list[ReleasedPair]]:
    """Yield the same in lists; while one of them is worked on, the database makes the next."""
    pairs = read_released_pairs(project)
    # The first is asked for here: all come by this thread's connection, from the snapshot of its transaction.
    chunk = list(islice(pairs, PAIRS_AT_A_TIME))
    with ThreadPoolExecutor(1, "reading") as thread:
        while chunk:
            coming = thread.submit(lambda: list(islice(pairs, PAIRS_AT_A_TIME)))
            yield chunk
            chunk = coming.result()


def read_released_pair(item: Item) -> ReleasedPair:
    """Return one pair, in any state."""
    [(_, pair)] = _read_pairs(Item.versions.filter(pk=item.pk))
    return pair


def read_origins(item: Item) -> tuple[ReleasedPair, list[LinkOrigin]]:
    """Return the pair with the origins of its gold links; a majority of fewer than three readings is counted as in
    WAGS.
    """
    pair = read_released_pair(item)
    return pair, pair.origins(_usable_policy(item, pair))


def read_gold(item: Item) -> Reading:
    """Return gold of the pair as a release made now would hold it."""
    pair, origins = read_origins(item)
    return pair.gold(origins)


def read_golds(items: Sequence[Item]) -> dict[int, Reading]:
    """Return gold of several pairs by the id of their item."""
    by_id = {item.pk: item for item in items}
    prefetch_related_objects(items, "project__alignment")  # asks only for what is not there
    pairs = _read_pairs(Item.versions.filter(pk__in=by_id))
    return {pk: pair.gold(pair.origins(_usable_policy(by_id[pk], pair))) for pk, pair in pairs}


def read_compared_pairs(project: Project) -> Iterator[ReleasedPair]:
    """Yield every pair with two or more readings that agreement compares."""
    items = Item.objects.filter(project=project, agreement__isnull=False)
    return (pair for _, pair in _read_pairs(items, compared_submissions))


def read_pairs(items: QuerySet[Item]) -> Iterator[tuple[int, ReleasedPair]]:
    """Yield pairs in any state with the ids of their items, and the readings that agreement compares."""
    return _read_pairs(items, compared_submissions)


def _usable_policy(item: Item, pair: ReleasedPair) -> GoldPolicy:
    return cast(GoldPolicy, item.project.alignment.gold_policy) if len(pair.readings) > 2 else "wags"


def _read_pairs(
    items: QuerySet[Item], submissions: Callable[[OuterRef], QuerySet[Submission]] = latest_submissions
) -> Iterator[tuple[int, ReleasedPair]]:
    """Yield pairs with the ids of their items, in order: everything of a pair is one row of one query."""
    readings = submissions(OuterRef("pk")).values_list(
        JSONArray("assignment__annotator__pseudonym", "guideline__version", "reading")
    )
    decisions = LinkDecision.objects.filter(item=OuterRef("pk")).values_list(
        JSONArray("source_index", "target_index", "decision", Q(note__gt=""))
    )
    rows = items.order_by("number").values_list(
        "pk",
        "number",
        "identifier",
        "sentence_pair__source_tokens",
        "sentence_pair__target_tokens",
        "sentence_pair__source_target_words",
        "sentence_pair__target_target_words",
        ArraySubquery(readings),
        ArraySubquery(decisions),
    )
    for pk, number, identifier, sources, targets, source_words, target_words, submitted, decided in rows.iterator(
        PAIRS_AT_A_TIME
    ):
        pair = ReleasedPair(
            number,
            identifier or str(number),
            sources,
            targets,
            source_words,
            target_words,
            readings={name: Reading.from_json(reading) for name, _, reading in submitted},
            decisions={(source, target): decision for source, target, decision, _ in decided},
            noted=frozenset((source, target) for source, target, _, is_noted in decided if is_noted),
            guidelines={name: version for name, version, _ in submitted},
        )
        yield pk, pair
