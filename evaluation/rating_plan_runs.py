"""The planner as its page and the API ask for it: from all ratings where there are few, else from a sample of items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache

from annotation_site.projects.agreement import LEVELS as ALL_LEVELS
from annotation_site.projects.agreement import Level
from annotation_site.projects.models import Project
from evaluation.rating_plan import RatingPlan, plan_ratings
from evaluation.sources.ratings import (
    ItemNeed,
    count_planned_items,
    count_rating_changes,
    read_needs,
    read_sampled_ratings,
)
from idiomaticity.judgements import SCALES, Scale

LEVELS: tuple[Level, ...] = ("ordinal", "interval", "nominal", "ratio")
SCOPES = ("all", *SCALES)
# Items that are read at most: widths are scaled to the number there are.
SAMPLED_ITEMS = 2_000
SHOWN = 15


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """Of which scale, or all together, at which level, with excluded annotators or not."""

    scope: str = "all"
    level: Level = "ordinal"
    with_excluded: bool = False

    @classmethod
    def of(cls, scope: str, level: str, *, with_excluded: bool) -> PlanQuestion:
        """What is not known is taken as not said."""
        known: Level = next((each for each in ALL_LEVELS if each == level), "ordinal")
        return cls(scope if scope in SCOPES else "all", known, with_excluded)

    @property
    def scales(self) -> Sequence[Scale]:
        return SCALES if self.scope == "all" else [scale for scale in SCALES if scale == self.scope]


@dataclass(frozen=True, slots=True)
class Needs:
    """Items that need another rating most: those with fewer than two, and those whose mean is least certain."""

    scale: Scale
    fewest: list[ItemNeed]
    least_certain: list[ItemNeed]


def find_plan(project: Project, question: PlanQuestion) -> RatingPlan:
    """The plan as the ratings stand, kept until one changes."""
    said = f"{question.scope}-{question.level}-{question.with_excluded}"
    key = f"rating-plan-{project.pk}-{count_rating_changes(project)}-{count_planned_items(project)}-{said}"
    plan: RatingPlan | None = cache.get(key)
    if plan is None:
        table = read_sampled_ratings(project, SAMPLED_ITEMS, with_excluded=question.with_excluded)
        asked = [scale for scale in question.scales if scale in table.scales]
        units = count_planned_items(project) * max(1, len(asked))
        plan = plan_ratings(table.count_all_units(asked or question.scales), question.level, units)
        cache.set(key, plan, KEPT_SECONDS)
    return plan


def find_needs(project: Project, question: PlanQuestion) -> Needs:
    """On the scale that is asked about; of all scales the whole."""
    scale = question.scales[-1]
    fewest, least_certain = read_needs(project, scale, SHOWN, with_excluded=question.with_excluded)
    return Needs(scale, fewest, least_certain)
