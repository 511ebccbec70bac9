"""Items that most need another rating: those with too few, and those whose mean is least certain."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, F, QuerySet, StdDev
from django.db.models.functions import Sqrt

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from idiomaticity.ratings.models import Rating
from idiomaticity.ratings.queries import find_compound
from idiomaticity.scales.judgements import LOWEST, Scale

TAKES_RATINGS = (Item.State.OPEN, Item.State.ANNOTATED)


@dataclass(frozen=True, slots=True)
class ItemNeed:
    """An item with its scores on one scale so far: `error` is the standard error of their mean, s/√n with ddof 1, None
    below two scores."""

    number: int
    compound: str
    compound_number: int
    sentence: str
    required: int
    scores: int
    mean: float | None
    error: float | None


def count_planned_items(project: Project) -> int:
    """Return the number of items that are to be rated, or were."""
    return Item.objects.filter(project=project, state__in=TAKES_RATINGS).count()


def read_item_needs(
    project: Project, scale: Scale, most: int, *, with_excluded: bool = False
) -> tuple[list[ItemNeed], list[ItemNeed]]:
    """Return items with fewer than two scores, fewest first, and the others, largest standard error first."""
    rated = _rated(project, scale, with_excluded=with_excluded)
    often = rated.filter(n__gte=2)
    # Those whose answer is known are out of work, also where they had all their ratings before.
    takes = Item.objects.filter(project=project, state__in=TAKES_RATINGS, known_rating=None).select_related(
        "occurrence__compound", "compound"
    )
    seldom = list(takes.exclude(pk__in=often.values("item")).order_by("submitted_count", "number")[:most])
    few = {row["item"]: row for row in rated.filter(assignment__item__in=seldom)}
    unsure = {row["item"]: row for row in often.order_by("-error", "item")[:most]}
    items = {item.pk: item for item in takes.filter(pk__in=unsure)}
    return (
        [_count_need(item, few.get(item.pk, {})) for item in seldom],
        [_count_need(items[pk], row) for pk, row in unsure.items()],
    )


def _rated(project: Project, scale: Scale, *, with_excluded: bool) -> QuerySet[Any, Any]:
    """Return a row for each item with its number of scores, their mean and its standard error."""
    given: Mapping[str, Any] = {
        f"{scale}__gte": LOWEST,
        "assignment__item__state__in": TAKES_RATINGS,
        "assignment__item__known_rating": None,
    }
    rows = Rating.objects.counted(project, with_excluded=with_excluded).filter(**given)
    grouped = rows.order_by().values(item=F("assignment__item"))
    counted = grouped.annotate(n=Count("pk"), mean=Avg(scale), deviation=StdDev(scale, sample=True))
    rated: QuerySet[Any, Any] = counted.annotate(error=F("deviation") / Sqrt(F("n")))
    return rated


def _count_need(item: Item, row: Mapping[str, Any]) -> ItemNeed:
    compound = find_compound(item)
    occurrence = getattr(item, "occurrence", None)
    return ItemNeed(
        number=item.number,
        compound=compound.text,
        compound_number=compound.number,
        sentence=occurrence.sentence if occurrence else "",
        required=item.required_count,
        scores=row.get("n", 0),
        mean=row.get("mean"),
        error=row.get("error"),
    )
