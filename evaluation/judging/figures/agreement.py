"""Results of a judging round: systems' means, and agreement at every level of measurement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from annotation_site.coefficients.alpha import alpha_interval, krippendorff_alpha
from annotation_site.coefficients.figure import Level
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import Floats
from evaluation.judging.figures.adjudicated import (
    Decided,
    compare_with_decisions,
    score_from_decisions,
    tabulate_decisions,
)
from evaluation.judging.figures.annotators import describe_annotators
from evaluation.judging.figures.answer_table import AnswerTable, Integers
from evaluation.judging.figures.answers import Unit
from evaluation.judging.figures.marks import compare_marks, count_errors
from evaluation.judging.figures.report_rows import AlphaRow, JudgingRoundReport, PairRow, SystemRow
from evaluation.measures.pairs.comparisons import FEW_SEGMENTS
from evaluation.metrics.correlation.system_level import SystemTable, correlate_means, correlate_means_interval
from evaluation.metrics.significance import rate_difference

RESAMPLES = 1000
SEED = 12345
# With more judgements than these, intervals would keep a page waiting.
AT_ONCE = 20_000
LEVELS: tuple[Level, ...] = ("ordinal", "interval", "nominal")


def report_judging_round(
    table: AnswerTable,
    seconds: Mapping[str, Sequence[float]] | None = None,
    decisions: Mapping[Unit, Decided] | None = None,
) -> JudgingRoundReport:
    """Return the report of all submitted answers. Repeats and hidden references count only in annotators' rows;
    decisions count as nobody's answers and have rows of their own.
    """
    counted = np.flatnonzero(table.counts)
    decided = tabulate_decisions(table, decisions or {})
    has_intervals = len(table.values) <= AT_ONCE
    return JudgingRoundReport(
        judgements=len(table.values),
        cannot_judge=int((~table.is_answer).sum()),
        units=int(np.count_nonzero(np.bincount(table.question_of[counted]))),
        has_intervals=has_intervals,
        systems=score_systems(table, counted, has_intervals=has_intervals),
        alphas=_measure_alphas(table, counted, has_intervals=has_intervals),
        pairs=_compare_pairs(table, counted, has_intervals=has_intervals),
        annotators=describe_annotators(table, seconds or {}),
        errors=count_errors(table, counted),
        overlaps=compare_marks(table, counted, resamples=RESAMPLES if has_intervals else 0, seed=SEED),
        adjudicated_annotators=compare_with_decisions(table, counted, decided),
        adjudicated_systems=score_from_decisions(table, counted, decided),
    )


def score_systems(table: AnswerTable, counted: Integers, *, has_intervals: bool) -> list[SystemRow]:
    """Return each system's mean of the counted answers, best first."""
    names = np.array([question.segment for question in table.questions], dtype=str)[table.question_of[counted]]
    segments, rows = np.unique(names, return_inverse=True)
    scores = table.tabulate(counted, rows, len(segments))
    means, counts = scores.means(), scores.counts.sum(axis=0)
    sign = 1 if table.lower_is_better else -1
    order = sorted(
        range(len(means)),
        key=lambda system: (means[system] is None, sign * (means[system] or 0.0), table.systems[system]),
    )
    if not has_intervals:
        return [SystemRow(table.systems[system], int(counts[system]), means[system], None) for system in order]
    sampled = scores.resample_means(resamples=RESAMPLES, seed=SEED)
    # Resamples of few segments are too much alike: p would be too small.
    is_tested = len(segments) >= FEW_SEGMENTS
    return [
        SystemRow(
            table.systems[system],
            int(counts[system]),
            means[system],
            percentile_interval(sampled[:, system]),
            _compare_with_best(means, sampled, order[0], system) if is_tested else None,
        )
        for system in order
    ]


def _compare_with_best(means: Sequence[float | None], sampled: Floats, best: int, system: int) -> float | None:
    """Return p of a system's difference from the best one: paired bootstrap over segments, two-sided."""
    top, own = means[best], means[system]
    if system == best or top is None or own is None:
        return None
    return rate_difference(own - top, sampled[:, system] - sampled[:, best])[0]


def _measure_alphas(table: AnswerTable, counted: Integers, *, has_intervals: bool) -> list[AlphaRow]:
    ratings = table.question_of[counted], table.by[counted], table.values[counted]
    rows = []
    for level in LEVELS:
        alpha = krippendorff_alpha(*ratings, level)
        is_wanted = has_intervals and alpha.value is not None
        interval = alpha_interval(*ratings, level, resamples=RESAMPLES, seed=SEED) if is_wanted else None
        rows.append(AlphaRow(level, alpha, interval))
    return rows


def _compare_pairs(table: AnswerTable, counted: Integers, *, has_intervals: bool) -> list[PairRow]:
    """Return the correlation of system means for each pair of annotators, over the tasks that both judged."""
    own: dict[str, tuple[Integers, SystemTable]] = {}
    for annotator in sorted(np.unique(table.by[counted]).tolist(), key=lambda key: table.annotators[key]):
        chosen = counted[table.by[counted] == annotator]
        tasks, rows = np.unique(table.tasks[chosen], return_inverse=True)
        own[table.annotators[annotator]] = tasks, table.tabulate(chosen, rows, len(tasks))
    pairs = []
    for (first, (one, scores)), (second, (other, others)) in combinations(own.items(), 2):
        common, mine, theirs = np.intersect1d(one, other, assume_unique=True, return_indices=True)
        tables = _cut(scores, mine), _cut(others, theirs)
        interval = correlate_means_interval(*tables, resamples=RESAMPLES, seed=SEED) if has_intervals else None
        pairs.append(PairRow((first, second), len(common), correlate_means(*tables), interval))
    return pairs


def _cut(scores: SystemTable, rows: Integers) -> SystemTable:
    return SystemTable(scores.sums[rows], scores.counts[rows])
