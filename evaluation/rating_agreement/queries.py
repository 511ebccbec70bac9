"""Raters and sentences that a study needs: computed from its answers, or from a published study."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from annotation_site.coefficients.unit_counts import SEED
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.rating_agreement.precision import (
    BY_ITSELF,
    FEW_CORRELATED,
    MOST_COMPOUNDS,
    NO_DIFFERENCE,
    RATERS,
    SAMPLES,
    SENTENCES,
    Precision,
    choose_designs,
    simulate_correlation,
    simulate_means,
)
from evaluation.rating_agreement.variances import (
    LEAST_CORRELATED,
    Scores,
    ScoreVariances,
    convert_nctti,
    estimate_variances,
)
from evaluation.sources.ratings import (
    count_compounds,
    find_compound_items,
    find_scored_scales,
    has_several_sentences,
    read_compound_ratings,
)
from idiomaticity.results.score_table import ScoreTable
from idiomaticity.scales.judgements import LOWEST, SCALES, Scale

# Variances do not become better with more.
SAMPLED_COMPOUNDS = 1_000
WANTED_MEAN = 1.0  # in points of a scale from 0 to 5
WANTED_CORRELATION = 0.2
NO_COMPOUND = -1
ONE_LEVEL = "ρ compares two levels; this study rates one."


@dataclass(frozen=True, slots=True)
class PrecisionQuestion:
    """Widths wanted, of the interval of a compound's mean on one scale and of ρ, and the compounds of the study."""

    scale: Scale
    mean_width: float
    correlation_width: float
    compounds: int
    with_excluded: bool = False

    @classmethod
    def of(
        cls, project: Project, query: Mapping[str, str], scope: str = "all", *, with_excluded: bool = False
    ) -> PrecisionQuestion:
        """Return the options of a query, with the study's own where it has none; raise DomainError for others."""
        answers = project.idiomaticity.score_scale
        scored = find_scored_scales(project)
        last: Scale = scored[-1] if scored else "whole"
        return cls(
            next((scale for scale in SCALES if scale == scope), last),
            _parse_width(query.get("mean_width", ""), answers.convert(WANTED_MEAN), answers.width),
            _parse_width(query.get("correlation_width", ""), WANTED_CORRELATION, 2),
            _parse_compounds(query.get("compounds", ""), count_compounds(project)),
            with_excluded,
        )


def _parse_width(text: str, usual: float, most: float) -> float:
    try:
        width = float(text.replace(",", ".")) if text.strip() else usual
    except ValueError:
        width = -1.0
    if not 0 < width <= most:
        raise DomainError(f"A width must be a number above 0, up to {most:g}. “{text[:20]}” is not.")
    return width


def _parse_compounds(text: str, usual: int) -> int:
    number = text.strip()
    if not number:
        return min(usual, MOST_COMPOUNDS)
    if not (number.isascii() and number.isdigit() and len(number) <= 5 and 0 < int(number) <= MOST_COMPOUNDS):
        raise DomainError(f"The number of compounds must be 1 to {MOST_COMPOUNDS:,}. “{text[:20]}” is not.")
    return int(number)


@dataclass(frozen=True, slots=True)
class PrecisionPlan:
    """Widths by raters and sentences; `lack` says why they rest on a published study, the reasons why some are missing.

    `designs` are those that are as precise as wanted, the fewest ratings first.
    """

    question: PrecisionQuestion
    variances: ScoreVariances | None
    lack: str = ""
    means: list[Precision] = field(default_factory=list)
    mean_reason: str = ""
    mean_designs: list[Precision] = field(default_factory=list)
    correlations: list[Precision] = field(default_factory=list)
    correlation_reason: str = ""
    correlation_designs: list[Precision] = field(default_factory=list)
    samples: int = SAMPLES
    seed: int = SEED


def find_precision(project: Project, question: PrecisionQuestion) -> PrecisionPlan:
    """Return the plan for the present answers, or for those of NCTTI where there are too few; takes a fifth of a
    second."""
    settings = project.idiomaticity
    own = _estimate_own(project, question)
    lack = own if isinstance(own, str) else ""
    if isinstance(own, ScoreVariances):
        variances: ScoreVariances | str = own
    else:
        variances = convert_nctti(settings.score_scale)
    if isinstance(variances, str):
        return PrecisionPlan(question, None, f"{lack} {variances}")
    means, mean_reason = _plan_means(project, variances)
    correlations, correlation_reason = _plan_correlation(project, question, variances)
    return PrecisionPlan(
        question,
        variances,
        lack,
        means,
        mean_reason,
        choose_designs(means, question.mean_width),
        correlations,
        correlation_reason,
        choose_designs(correlations, question.correlation_width),
    )


def _estimate_own(project: Project, question: PrecisionQuestion) -> ScoreVariances | str:
    table, compound_of = read_compound_ratings(project, SAMPLED_COMPOUNDS, with_excluded=question.with_excluded)
    scores = _list_scores(table, compound_of, find_compound_items(project), question.scale)
    return estimate_variances(scores, has_sentences=has_several_sentences(project))


def _list_scores(
    table: ScoreTable, compound_of: Mapping[int, int], compound_items: Collection[int], scale: Scale
) -> Scores:
    """Return the scores of one scale with their compounds, without those of other items."""
    column = table.scores[:, SCALES.index(scale)]
    compounds = np.array([compound_of.get(int(pk), NO_COMPOUND) for pk in table.items], dtype=np.int64)
    given = (column >= LOWEST) & (compounds[table.item] != NO_COMPOUND)
    is_type = np.isin(table.items, list(compound_items))
    item = table.item[given].astype(np.int64)
    score = column[given].astype(np.float64)
    return Scores(item, table.annotator[given].astype(np.int64), compounds[item], is_type[item], score)


def _plan_means(project: Project, variances: ScoreVariances) -> tuple[list[Precision], str]:
    """Return the widths at the levels of the study, and why some are missing."""
    settings, raters = project.idiomaticity, _list_raters(variances)
    planned, lacking = [], []
    if settings.asks_sentences and variances.token is not None:
        numbers = (1,) if variances.sentences is None else SENTENCES
        planned += simulate_means(
            variances.token,
            variances.sentences or 0.0,
            sentence_deviations=variances.sentence_deviations,
            sentences=numbers,
            raters=raters,
            has_shared_raters=variances.has_shared_raters,
        )
    elif settings.asks_sentences:
        lacking.append("sentences")
    if settings.asks_compounds and variances.type is not None:
        planned += simulate_means(variances.type, 0.0, sentences=(BY_ITSELF,), raters=raters)
    elif settings.asks_compounds:
        lacking.append("compounds by themselves")
    reason = f"There are too few answers about {' and '.join(lacking)} yet." if lacking else ""
    widest = settings.score_scale.width
    return [replace(row, width=min(row.width, widest)) for row in planned], reason


def _plan_correlation(
    project: Project, question: PrecisionQuestion, variances: ScoreVariances
) -> tuple[list[Precision], str]:
    """Return the widths of ρ, or why there are none."""
    settings = project.idiomaticity
    if not (settings.asks_sentences and settings.asks_compounds):
        return [], ONE_LEVEL
    if question.compounds < LEAST_CORRELATED:
        return [], f"The estimate needs {LEAST_CORRELATED} compounds; {question.compounds:,} are planned."
    if variances.token is None or variances.type is None or variances.covariance is None:
        return [], FEW_CORRELATED
    if not (variances.token.compounds and variances.type.compounds):
        return [], NO_DIFFERENCE
    planned = simulate_correlation(
        variances,
        question.compounds,
        sentences=(1,) if variances.sentences is None else SENTENCES,
        raters=_list_raters(variances),
        has_shared_raters=variances.has_shared_raters,
    )
    return planned, ""


def _list_raters(variances: ScoreVariances) -> list[int]:
    return [number for number in RATERS if variances.most_raters is None or number <= variances.most_raters]


def to_json(plan: PrecisionPlan) -> dict[str, Any]:
    """Return the plan as the API presents it."""
    question, variances = plan.question, plan.variances
    return {
        "scale": question.scale,
        "mean_width": question.mean_width,
        "correlation_width": question.correlation_width,
        "compounds": question.compounds,
        "basis": variances.basis if variances else "",
        "lack": plan.lack,
        "variances": _list_variances(variances) if variances else None,
        "means": [asdict(row) for row in plan.means],
        "mean_reason": plan.mean_reason,
        "mean_designs": [asdict(row) for row in plan.mean_designs],
        "correlations": [asdict(row) for row in plan.correlations],
        "correlation_reason": plan.correlation_reason,
        "correlation_designs": [asdict(row) for row in plan.correlation_designs],
        "samples": plan.samples,
        "seed": plan.seed,
    }


def _list_variances(variances: ScoreVariances) -> dict[str, Any]:
    levels = {"token": variances.token, "type": variances.type}
    parts = ("compounds", "ratings", "severity")
    return {
        **{name: {part: getattr(level, part) for part in parts} if level else None for name, level in levels.items()},
        "sentences": variances.sentences,
        "covariance": variances.covariance,
        "has_shared_raters": variances.has_shared_raters,
        "of_compounds": variances.compounds,
        "of_raters": variances.raters,
        "of_ratings": variances.ratings,
    }
