"""Options of the planner, and its figures for the present ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import caches

from annotation_site.coefficients.figure import LEVELS as ALL_LEVELS
from annotation_site.coefficients.figure import Level
from annotation_site.projects.models import Project
from evaluation.rating_agreement.plan import RatingPlan, plan_ratings
from evaluation.sources.ratings import (
    ItemNeed,
    count_planned_items,
    count_rating_changes,
    find_scored_scales,
    read_needs,
    read_sampled_ratings,
)
from idiomaticity.scales.judgements import SCALES, Scale

KEPT_SECONDS = 24 * 60 * 60
# Goes up when the shape of a plan changes.
SHAPE = 3
LEVELS: tuple[Level, ...] = ("ordinal", "interval", "nominal", "ratio")
SCOPES = ("all", *SCALES)
# Items that are read at most: widths are scaled to the number there are.
SAMPLED_ITEMS = 2_000
SHOWN = 15


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """Options of a rating plan: one scale or all together, the level, and whether excluded annotators count."""

    scope: str = "all"
    level: Level = "ordinal"
    with_excluded: bool = False

    @classmethod
    def of(cls, scope: str, level: str, *, with_excluded: bool) -> PlanQuestion:
        """Return the options, with defaults for unknown values."""
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
    """Return the plan for the present ratings, cached until one changes."""
    said = f"{question.scope}-{question.level}-{question.with_excluded}"
    key = f"rating-plan-{SHAPE}-{project.pk}-{count_rating_changes(project)}-{count_planned_items(project)}-{said}"
    plan: RatingPlan | None = caches["figures"].get(key)
    if plan is None:
        table = read_sampled_ratings(project, SAMPLED_ITEMS, with_excluded=question.with_excluded)
        asked = [scale for scale in question.scales if scale in table.scales]
        units = count_planned_items(project) * max(1, len(asked))
        plan = plan_ratings(table.count_all_units(asked or question.scales), question.level, units)
        caches["figures"].set(key, plan, KEPT_SECONDS)
    return plan


def find_needs(project: Project, question: PlanQuestion) -> Needs:
    """Return the items that need ratings on the scale in question; for all scales, the whole where it was scored."""
    scored = find_scored_scales(project)
    scale = next((each for each in reversed(question.scales) if each in scored), question.scales[-1])
    fewest, least_certain = read_needs(project, scale, SHOWN, with_excluded=question.with_excluded)
    return Needs(scale, fewest, least_certain)
