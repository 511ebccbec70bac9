"""Report on agreement of a project's ratings, for the API and for jobs to store."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

from annotation_site.coefficients.figure import Figure, Level
from annotation_site.coefficients.unit_counts import RESAMPLES, SEED
from idiomaticity.agreement.figures import (
    AlphaFigure,
    AnnotatorAgreement,
    CommonAgreement,
    ScaleAgreement,
    compare_annotators,
    leave_out_each,
    measure_common,
    measure_scales,
)
from idiomaticity.agreement.timeline import RatingStretch, follow_by_thousand, follow_by_week
from idiomaticity.results.score_table import ScoreTable

# Of the paper.
PAPER_SETS = (2, 3)
MOST_COMMON = 10
# By which annotators left out are put in order: scores from 0 to 5 are ordinal first of all.
ORDER_LEVEL: Level = "ordinal"
Report = dict[str, Any]
_STEPS = 9


def write_report(
    table: ScoreTable,
    without: Collection[str] = (),
    sizes: Sequence[int] = PAPER_SETS,
    *,
    compounds: Collection[int] = (),
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Return every figure, without some annotators; `sizes` are the k of “k annotators with most in common”, and
    `compounds` the items that are compounds in general, among sentences.
    """
    kept = table.without(without)
    total = _STEPS + len(sizes)
    scales = measure_scales(kept, report=lambda done, of: tell(4 * done // of, total))
    whole = scales[0].figures
    report: Report = {
        "without": sorted(without),
        "scores": table.score_count,
        "ratings": len(kept),
        "resamples": RESAMPLES,
        "seed": SEED,
        "scales": [_write_scale(each) for each in scales],
        "by_item": _write_by_item(kept, compounds),
    }
    tell(5, total)
    report["annotators"] = [_write_annotator(each) for each in compare_annotators(table, without)]
    tell(6, total)
    report["left_out"] = _write_left_out(kept, {figure.level: figure.alpha for figure in whole})
    tell(7, total)
    report["weeks"] = [_write_stretch(each) for each in follow_by_week(kept)]
    tell(8, total)
    report["thousands"] = [_write_stretch(each) for each in follow_by_thousand(kept)]
    report["common"] = []
    for place, k in enumerate(sizes):
        tell(_STEPS + place, total)
        report["common"].append(_write_common(measure_common(kept, k)))
    tell(total, total)
    return report


def _write_by_item(table: ScoreTable, compounds: Collection[int]) -> list[Report]:
    """Return alpha over the ratings of sentences, and over those of compounds, where there are both: together they are
    of two questions.
    """
    is_compound = np.isin(table.items, list(compounds))[table.item]
    parts = {"sentences": table.only(~is_compound), "compounds": table.only(is_compound)}
    if not all(map(len, parts.values())):
        return []
    return [
        {"items": name, "scales": [_write_scale(each) for each in measure_scales(part)]} for name, part in parts.items()
    ]


def _write_scale(row: ScaleAgreement) -> Report:
    return {
        "scale": row.scale,
        "units": row.units,
        "annotators": row.annotators,
        "values": row.values,
        "levels": [_write_alpha(figure) for figure in row.figures],
    }


def _write_alpha(figure: AlphaFigure) -> Report:
    interval = figure.interval
    return {
        "level": figure.level,
        "alpha": figure.alpha.value,
        "reason": figure.alpha.reason,
        "interval": None if interval is None or interval.low is None else [interval.low, interval.high],
        "method": interval.method if interval and interval.low is not None else "",
    }


def _write_annotator(row: AnnotatorAgreement) -> Report:
    return {
        "annotator": row.annotator,
        "scores": row.scores,
        "compared": row.compared,
        "rho": row.rho.value,
        "reason": row.rho.reason,
        "verdict": row.verdict,
    }


def _write_left_out(table: ScoreTable, whole: dict[Level, Figure]) -> list[Report]:
    """Return alpha without each annotator, those without whom it is highest first."""
    rows = []
    for name, figures in leave_out_each(table).items():
        alphas: dict[str, float | None] = {level: figure.value for level, figure in figures.items()}
        before, after = whole[ORDER_LEVEL].value, alphas[ORDER_LEVEL]
        change = None if before is None or after is None else after - before
        rows.append({"annotator": name, **alphas, "change": change, "reason": figures[ORDER_LEVEL].reason})
    return sorted(rows, key=lambda row: (row["change"] is None, -(row["change"] or 0), row["annotator"]))


def _write_stretch(row: RatingStretch) -> Report:
    return {
        "stretch": row.label,
        "ratings": row.ratings,
        "within": {level: figure.value for level, figure in row.within.items()},
        "so_far": {level: figure.value for level, figure in row.so_far.items()},
        "reason": row.within[ORDER_LEVEL].reason,
    }


def _write_common(row: CommonAgreement) -> Report:
    return {
        "k": row.k,
        "units": row.units,
        "tied": row.tied,
        "reason": row.reason,
        "sets": [
            {"annotators": list(names), "scales": [_write_scale(each) for each in scales]} for names, scales in row.sets
        ],
    }
