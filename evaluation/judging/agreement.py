"""What people said in a round: systems' means, and agreement at every level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from annotation_site.projects.agreement import Level, alpha_interval, krippendorff_alpha
from evaluation.judging.annotators import describe_annotators
from evaluation.judging.answers import Judged, system_scores
from evaluation.judging.report_rows import AlphaRow, PairRow, RoundReport, SystemRow
from evaluation.metrics.system_level import SystemTable, correlate_means, correlate_means_interval

RESAMPLES = 1000
SEED = 12345
# With more judgements than these, intervals would keep a page waiting.
AT_ONCE = 20_000
LEVELS: tuple[Level, ...] = ("ordinal", "interval", "nominal")


def report_round(
    rows: Sequence[Judged], systems: Sequence[str], seconds: Mapping[str, Sequence[float]] | None = None
) -> RoundReport:
    """From everything that was handed in; repeats and the hidden reference count for the annotators' rows alone."""
    counted = [row for row in rows if row.counts]
    has_intervals = len(rows) <= AT_ONCE
    return RoundReport(
        judgements=len(rows),
        cannot_judge=sum(not row.is_answer for row in rows),
        units=len({(row.task, row.output) for row in counted}),
        has_intervals=has_intervals,
        systems=_score_systems(counted, systems, has_intervals=has_intervals),
        alphas=_measure_alphas(counted, has_intervals=has_intervals),
        pairs=_compare_pairs(counted, systems, has_intervals=has_intervals),
        annotators=describe_annotators(rows, seconds or {}),
    )


def _score_systems(rows: Sequence[Judged], systems: Sequence[str], *, has_intervals: bool) -> list[SystemRow]:
    scores = [(segment, system, score) for segment, system, _, score in system_scores(rows)]
    segments = sorted({segment for segment, _, _ in scores})
    table = SystemTable.from_scores(scores, segments, systems)
    means = table.means()
    intervals = table.mean_intervals(resamples=RESAMPLES, seed=SEED) if has_intervals else [None] * len(systems)
    counts = table.counts.sum(axis=0)
    found = [
        SystemRow(name, int(count), mean, interval)
        for name, count, mean, interval in zip(systems, counts, means, intervals, strict=True)
    ]
    return sorted(found, key=lambda row: (row.mean is None, -(row.mean or 0.0), row.system))


def _measure_alphas(rows: Sequence[Judged], *, has_intervals: bool) -> list[AlphaRow]:
    numbers: dict[tuple[int, int], int] = {}
    units = [numbers.setdefault((row.task, row.output), len(numbers)) for row in rows]
    annotators, values = [row.annotator for row in rows], [row.value for row in rows]
    found = []
    for level in LEVELS:
        alpha = krippendorff_alpha(units, annotators, values, level)
        is_wanted = has_intervals and alpha.value is not None
        interval = (
            alpha_interval(units, annotators, values, level, resamples=RESAMPLES, seed=SEED) if is_wanted else None
        )
        found.append(AlphaRow(level, alpha, interval))
    return found


@dataclass(frozen=True, slots=True)
class _OwnTable:
    """One annotator's scores, tasks × systems; the tasks' keys rise."""

    tasks: npt.NDArray[np.int64]
    scores: SystemTable

    @classmethod
    def of(cls, rows: Sequence[Judged], systems: Sequence[str]) -> _OwnTable:
        tasks = sorted({row.task for row in rows})
        named = ((str(row.task), system, score) for row in rows for system, score in row.score_systems())
        scores = SystemTable.from_scores(named, [str(task) for task in tasks], systems)
        return cls(np.array(tasks, dtype=np.int64), scores)

    def keep(self, places: npt.NDArray[np.int64]) -> SystemTable:
        """The tasks at these places alone."""
        return SystemTable(self.scores.sums[places], self.scores.counts[places])


def _compare_pairs(rows: Sequence[Judged], systems: Sequence[str], *, has_intervals: bool) -> list[PairRow]:
    by_annotator: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        by_annotator[row.annotator].append(row)
    own = {name: _OwnTable.of(by_annotator[name], systems) for name in sorted(by_annotator)}
    found = []
    for (first, one), (second, other) in combinations(own.items(), 2):
        common, *places = np.intersect1d(one.tasks, other.tasks, assume_unique=True, return_indices=True)
        tables = [table.keep(place) for table, place in zip((one, other), places, strict=True)]
        interval = correlate_means_interval(*tables, resamples=RESAMPLES, seed=SEED) if has_intervals else None
        found.append(PairRow((first, second), len(common), correlate_means(*tables), interval))
    return found
