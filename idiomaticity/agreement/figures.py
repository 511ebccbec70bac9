"""Agreement of ratings: Krippendorff's alpha at every level and scale, without each annotator, and among those with
most in common; each annotator against the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.figure import LEVELS, Figure, Interval, Level
from annotation_site.coefficients.unit_counts import (
    UnitCounts,
    alpha_of,
    find_kinds,
    unit_statistics,
    weigh_statistics,
)
from idiomaticity.ratings.scores import is_constant, order_by_rho, spearman
from idiomaticity.results.common_annotators import find_most_in_common, keep_common
from idiomaticity.results.score_table import ScoreTable
from idiomaticity.scales.judgements import LOWEST, SCALES

# Of the paper: annotators below the first are left out, those below the second looked at.
POOR, DOUBTFUL = 0.2, 0.4
ALL = "all"
MOST_SETS = 10
MOST_CELLS = 10_000_000
_Floats = npt.NDArray[np.float64]
_Integers = npt.NDArray[np.int64]
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class AlphaFigure:
    """Alpha at one level of measurement with its interval, which is None where it was not asked for."""

    level: Level
    alpha: Figure
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class ScaleAgreement:
    """Alpha of one scale, or of all together; units have two scores or more."""

    scale: str
    units: int
    annotators: int
    values: int
    figures: list[AlphaFigure]


@dataclass(frozen=True, slots=True)
class CommonAgreement:
    """Alpha of k annotators over the units that all of them scored.

    `tied` has other sets with as many units, at most MOST_SETS, in the order of their annotators.
    """

    k: int
    units: int
    tied: int
    sets: list[tuple[tuple[str, ...], list[ScaleAgreement]]]
    reason: str


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """Spearman's ρ of an annotator's scores and the mean of everybody else's on the same units."""

    annotator: str
    scores: int
    compared: int
    rho: Figure
    # The same score always.
    is_constant: bool = False

    @property
    def verdict(self) -> str:
        """Return `poor` or `doubtful` by the thresholds of the paper, or an empty string."""
        if self.rho.value is None or self.rho.value >= DOUBTFUL:
            return ""
        return "poor" if self.rho.value < POOR else "doubtful"


def measure_scales(
    table: ScoreTable, *, with_intervals: bool = True, report: Report = lambda done, total: None
) -> list[ScaleAgreement]:
    """Return all scales together (as `all`), then each that has scores; units are the same in both."""
    counted = {scale: table.count_units(scale) for scale in SCALES}
    scopes: list[tuple[str, UnitCounts, Sequence[int]]] = [
        (ALL, UnitCounts.add_up(counted.values()), range(len(SCALES)))
    ]
    scopes += [(scale, counted[scale], [SCALES.index(scale)]) for scale in table.scales]
    rows = []
    for place, (name, counts, columns) in enumerate(scopes):
        report(place, len(scopes))
        rows.append(_measure(name, counts, _count_comparable(table, columns), with_intervals=with_intervals))
    report(len(scopes), len(scopes))
    return rows


def measure_common(table: ScoreTable, k: int) -> CommonAgreement:
    """Return alpha of the k annotators with most units in common (Garcia et al. 2021, table 1), including ties.

    The first set has intervals.
    """
    found = find_most_in_common(table, k)
    sets = []
    for place, annotators in enumerate(found.sets[:MOST_SETS]):
        names = tuple(table.annotators[each] for each in annotators)
        sets.append((names, measure_scales(keep_common(table, annotators), with_intervals=place == 0)))
    return CommonAgreement(k, found.units, len(found.sets), sets, found.reason)


def leave_out_each(table: ScoreTable) -> dict[str, dict[Level, Figure]]:
    """Return alpha over all scales together without each annotator in turn, exactly, in one pass over the scores.

    A score taken away changes `unit_statistics` of its own unit only, so the changes of an annotator's scores add up.
    """
    values = table.values
    whole = np.zeros(unit_statistics(np.zeros((1, len(values)))).shape[1])
    changes = np.zeros((len(table.annotators), len(whole)))
    for place, scale in enumerate(SCALES):
        kinds, kind_of = find_kinds(table.unit_table(scale))
        whole += weigh_statistics(np.bincount(kind_of, minlength=len(kinds)), kinds)
        given = table.scores[:, place] >= LOWEST
        case = kind_of[table.item[given]] * len(values) + table.place_values(table.scores[given, place])
        _add_changes(changes, kinds, table.annotator[given], case)
    return {
        name: {level: alpha_of(_settle(whole + changes[place]), values, level) for level in LEVELS}
        for place, name in enumerate(table.annotators)
        if name in table.rated_by
    }


def _add_changes(changes: _Floats, kinds: _Integers, annotator: npt.NDArray[np.int32], case: _Integers) -> None:
    """Add to each annotator's changes those of the scores given, whose cases are kind × values + value.

    What one score less changes depends on its case alone. Cases are looked at in blocks: they have as many statistics
    as there are pairs of values.
    """
    values = kinds.shape[1]
    cases = np.flatnonzero(kinds)
    place_of = np.zeros(kinds.size, dtype=np.int64)
    place_of[cases] = np.arange(len(cases))
    place = place_of[case]
    at_once = max(1, MOST_CELLS // changes.shape[1])
    for start in range(0, len(cases), at_once):
        kind, value = np.divmod(cases[start : start + at_once], values)
        fewer = kinds[kind]
        fewer[np.arange(len(kind)), value] -= 1
        lost = unit_statistics(fewer) - unit_statistics(kinds[kind])
        own = slice(None) if len(cases) <= at_once else (place >= start) & (place < start + at_once)
        who, which = annotator[own], place[own] - start
        for column in range(changes.shape[1]):
            changes[:, column] += np.bincount(who, lost[:, column][which], minlength=len(changes))


def compare_annotators(table: ScoreTable, without: Collection[str] = ()) -> list[AnnotatorAgreement]:
    """Compare each annotator with the mean of the others, worst first; those left out are compared with those kept."""
    row, column = np.nonzero(table.scores >= LOWEST)
    values = table.scores[row, column].astype(np.float64)
    unit = table.item[row].astype(np.int64) * len(SCALES) + column
    annotator = table.annotator[row]
    is_kept = np.array([name not in without for name in table.annotators], dtype=bool)[annotator]
    size = len(table.items) * len(SCALES)
    sums = np.bincount(unit, values * is_kept, size)[unit] - values * is_kept
    counts = np.bincount(unit, is_kept, size)[unit] - is_kept
    rows = []
    order = np.argsort(annotator, kind="stable")
    ends = np.cumsum(np.bincount(annotator, minlength=len(table.annotators)))
    for place, name in enumerate(table.annotators):
        own = order[ends[place - 1] if place else 0 : ends[place]]
        compared = own[counts[own] > 0]
        if len(own):
            rho = spearman(values[compared], sums[compared] / counts[compared])
            rows.append(AnnotatorAgreement(name, len(own), len(compared), rho, is_constant(values[own].tolist())))
    return sorted(rows, key=lambda each: (order_by_rho(each.rho, is_constant=each.is_constant), each.annotator))


def _measure(name: str, counts: UnitCounts, annotators: int, *, with_intervals: bool) -> ScaleAgreement:
    alphas = {level: counts.alpha(level) for level in LEVELS}
    defined = [level for level in LEVELS if alphas[level].value is not None]
    intervals: Mapping[Level, Interval] = counts.intervals(defined) if with_intervals and defined else {}
    figures = [AlphaFigure(level, alphas[level], intervals.get(level)) for level in LEVELS]
    return ScaleAgreement(name, counts.unit_count, annotators, counts.value_count, figures)


def _count_comparable(table: ScoreTable, columns: Sequence[int]) -> int:
    """Count annotators who scored a unit on one of these scales that somebody else scored too."""
    is_comparable = np.zeros(len(table.annotators), dtype=bool)
    for column in columns:
        given = table.scores[:, column] >= LOWEST
        item, annotator = table.item[given], table.annotator[given]
        counts = np.bincount(item, minlength=len(table.items))
        is_comparable[annotator[counts[item] >= 2]] = True
    return int(is_comparable.sum())


def _settle(sums: _Floats) -> _Floats:
    """Return the counts with rounding errors around 0 removed."""
    settled = sums.copy()
    settled[np.abs(settled) < 1e-6] = 0
    return settled
