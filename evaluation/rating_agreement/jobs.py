"""Agreement of ratings: computed at once for few ratings, otherwise by a job, and kept until a rating changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import caches

from annotation_site.agreement.queries import one_moment
from annotation_site.coefficients.figure import LEVELS as ALL_LEVELS
from annotation_site.coefficients.figure import Level
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.agreement.models import RatingFigures
from evaluation.rating_agreement.plan import RatingPlan, plan_ratings
from evaluation.rating_agreement.report import MOST_COMMON, PAPER_SETS, Report, write_report
from evaluation.sources.ratings import (
    ItemNeed,
    count_planned_items,
    count_rating_changes,
    count_ratings,
    find_compound_items,
    find_scored_scales,
    read_needs,
    read_ratings,
    read_sampled_ratings,
)
from idiomaticity.ratings.judgements import SCALES, Scale
from idiomaticity.results.score_table import ScoreTable

# With more ratings than these the figures would keep the page waiting.
AT_ONCE = 10_000
KEPT_SECONDS = 24 * 60 * 60
# Goes up when the shape of a report changes.
SHAPE = 3


@dataclass(frozen=True, slots=True)
class Question:
    """Options of rating agreement: annotators left out, excluded annotators counted or not, and the size of the common
    set.

    `k` is the number of annotators with most units in common, in addition to the paper's two and three.
    """

    without: tuple[str, ...] = ()
    k: int = PAPER_SETS[-1]
    with_excluded: bool = False

    @classmethod
    def of(cls, without: Collection[str] = (), k: int = PAPER_SETS[-1], *, with_excluded: bool = False) -> Question:
        """Return the options; raise DomainError for a k out of range."""
        if not 2 <= k <= MOST_COMMON:
            raise DomainError(f"The number of annotators must be 2 to {MOST_COMMON}.")
        return cls(tuple(sorted(set(without))), k, with_excluded)

    @property
    def sizes(self) -> list[int]:
        return sorted({*PAPER_SETS, self.k})

    @property
    def key(self) -> str:
        """Return a key that is equal for equal options."""
        said = json.dumps([SHAPE, self.without, self.sizes, self.with_excluded])
        return hashlib.sha256(said.encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """Return the options as a job's parameters."""
        return {"without": list(self.without), "k": self.k, "with_excluded": self.with_excluded}


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report with the moment it is of; `is_current` where no rating changed since."""

    report: Report
    computed_at: datetime | None
    is_current: bool


def find_report(project: Project, question: Question) -> StoredReport | None:
    """Return the report on the present ratings if they are few, otherwise the last stored one, or None.

    DomainError for a pseudonym that rated nothing.
    """
    changes = count_rating_changes(project)
    if is_small(project):
        key = f"rating-agreement-{project.pk}-{changes}-{question.key}"
        report = caches["figures"].get(key)
        if report is None:
            with one_moment():
                table = read_ratings(project, with_excluded=question.with_excluded)
                report = _compute(table, find_compound_items(project), question)
            caches["figures"].set(key, report, KEPT_SECONDS)
        return StoredReport(report, None, is_current=True)
    kept = RatingFigures.objects.filter(project=project, kind=RatingFigures.Kind.AGREEMENT, question=question.key)
    stored = kept.first()
    if stored is None:
        return None
    return StoredReport(stored.result, stored.created_at, is_current=stored.changes == changes)


def is_small(project: Project) -> bool:
    """Return whether the figures can be computed within a request."""
    return count_ratings(project) <= AT_ONCE


@job(
    "rating_agreement",
    "Rating agreement",
    result=ResultPage("evaluation:rating_agreement", "Show agreement"),
    needs_manager=False,
)
def compute_rating_agreement(run: JobRun) -> None:
    """Store agreement of the ratings as they were when the job began."""
    project, question = run.job.project, Question.of(**run.parameters)
    with one_moment():
        changes = count_rating_changes(project)
        table = read_ratings(project, with_excluded=question.with_excluded)
        compounds = find_compound_items(project)
    report = _compute(table, compounds, question, run)
    with run.completing() as shown:
        RatingFigures.objects.update_or_create(
            project=project,
            kind=RatingFigures.Kind.AGREEMENT,
            question=question.key,
            changes=changes,
            defaults={"result": report, "job": run.job},
        )
        shown |= {"ratings": report["ratings"], "resamples": report["resamples"], "seed": report["seed"]}


def _compute(table: ScoreTable, compounds: list[int], question: Question, run: JobRun | None = None) -> Report:
    if unknown := sorted(set(question.without) - table.rated_by):
        raise DomainError(f"Annotator {unknown[0]} has no ratings here.")
    if run is None:
        return write_report(table, question.without, question.sizes, compounds=compounds)
    return write_report(table, question.without, question.sizes, compounds=compounds, tell=run.report)


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
