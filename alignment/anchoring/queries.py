"""Readings of pairs with suggestions, counted for the effects of suggestions."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, QuerySet

from alignment.anchoring.effects import CountedReading
from alignment.readings.links import Cell, Reading
from alignment.readings.queries.submissions import latest_submissions
from alignment.releases.queries.pairs import read_golds
from alignment.suggestions.models import IS_CONTROL, Suggestion
from annotation_site.assignments.models import Item, Submission
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.texts.batches import in_batches

BATCH = 500
WORK = ("submit", "reopen", "decide", "withdraw", "bring_back", "take_back_import", "import_readings")


def list_suggested_pairs(project: Project) -> QuerySet[Item]:
    """Return pairs with suggestions that somebody submitted; training and withdrawn pairs are no work."""
    own = Suggestion.objects.filter(item=OuterRef("pk"))
    items: QuerySet[Item] = Item.objects.filter(Exists(own), project=project, submitted_count__gt=0)
    return items.exclude(state=Item.State.WITHDRAWN)


def count_work(project: Project) -> int:
    """Return a number that increases with everything that the effects depend on."""
    work = Operation.objects.filter(project=project, kind__in=WORK)
    return work.order_by("-pk").values_list("pk", flat=True).first() or 0


def read_counted(project: Project) -> Iterator[tuple[bool, CountedReading]]:
    """Yield every submitted reading of a pair with suggestions, and whether the pair is a control."""
    for batch in in_batches(list_suggested_pairs(project).order_by("pk").iterator(BATCH), BATCH):
        yield from _count(batch)


def _count(items: list[Item]) -> Iterator[tuple[bool, CountedReading]]:
    suggested: dict[int, set[Cell]] = {}
    rows = Suggestion.objects.filter(item__in=items).order_by()
    for item, source, target in rows.values_list("item", "source_index", "target_index"):
        suggested.setdefault(item, set()).add((source, target))
    controls = set(rows.filter(IS_CONTROL).values_list("item", flat=True))
    golds = read_golds([item for item in items if item.state == Item.State.ADJUDICATED])
    submissions = latest_submissions(items).select_related("assignment__item__sentence_pair")
    for submission in submissions:
        item = submission.assignment.item_id
        gold = golds.get(item)
        yield item in controls, _count_reading(submission, suggested[item], set(gold.links) if gold else None)


def _count_reading(submission: Submission, suggested: set[Cell], gold: set[Cell] | None) -> CountedReading:
    assignment = submission.assignment
    links = set(Reading.from_json(submission.reading).links)
    right, wrong = (suggested & gold, suggested - gold) if gold is not None else (set(), set())
    pair = assignment.item.sentence_pair
    # Readings that were imported have no time.
    is_timed = assignment.active_at is not None
    return CountedReading(
        item=assignment.item_id,
        suggested=len(suggested),
        drawn=len(suggested & links),
        right=len(right),
        right_drawn=len(right & links),
        wrong=len(wrong),
        wrong_drawn=len(wrong & links),
        seconds=assignment.active_seconds if is_timed else 0.0,
        words=len(pair.source_tokens) + len(pair.target_tokens) if is_timed else 0,
    )
