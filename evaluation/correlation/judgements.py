"""Agreement of measures with preferences between translations: Kendall's τ, and the judgements that only one ranks
right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from annotation_site.coefficients.resampling import Floats
from evaluation.correlation.inputs import Inputs, Preference
from evaluation.metrics.correlation.judgements import Item
from evaluation.metrics.correlation.kendall import (
    VARIANTS,
    count_judgements,
    count_turned,
    judgement_intervals,
    kendall,
)

Result = dict[str, Any]


def follow_judgements(
    judged: Sequence[Preference], scores: Mapping[Item, float], *, resamples: int, seed: int
) -> Result:
    """Return Kendall's τ in all variants, over judgements for which the measure scores both; intervals resample
    judgements.
    """
    better, worse = look_up(judged, scores)
    is_scored = ~np.isnan(better + worse)
    ties = np.array([preference.is_tie for preference in judged], dtype=bool)[is_scored]
    counts, silent = count_judgements(better[is_scored], worse[is_scored], ties)
    intervals = judgement_intervals(counts, silent, resamples=resamples, seed=seed)
    figures: Result = {
        name: {
            "value": (figure := kendall(counts, name)).value,
            "interval": list(interval) if (interval := intervals[name]) else None,
            "reason": figure.reason,
        }
        for name in VARIANTS
    }
    missing = int(len(judged) - is_scored.sum())
    return {**figures, "judgements": int(is_scored.sum()), "missing": missing, "ties": counts.metric_ties}


def turn_judgements(inputs: Inputs) -> list[Result]:
    """Return the judgements that one measure ranks correctly and the other does not, as in table 3 of Salehi et al.
    2015.

    Translations that people find equally good cannot be ranked correctly, so they are left out.
    """
    rows = []
    seen: dict[tuple[str, str], tuple[Floats, Floats]] = {}
    for first, second in combinations([metric.name for metric in inputs.metrics], 2):
        side = inputs.side_of(first, second)
        unit = inputs.unit_of(first, second)
        ranked = [preference for preference in side.preferences if not preference.is_tie]
        for name in (first, second):
            if (name, unit) not in seen:
                seen[name, unit] = look_up(ranked, side.metrics[name])
        (better, worse), (better_after, worse_after) = seen[first, unit], seen[second, unit]
        both = ~np.isnan(better + worse + better_after + worse_after)
        flips = count_turned((better > worse)[both], (better_after > worse_after)[both])
        counts = {"judgements": int(both.sum()), "lost": flips.lost, "won": flips.won, "gain": flips.gain}
        rows.append({"measures": [first, second], **counts})
    return rows


def look_up(judged: Sequence[Preference], scores: Mapping[Item, float]) -> tuple[Floats, Floats]:
    """Return the measure's scores of the better and of the worse translation, NaN where it has none.

    NaN stays inside this module.
    """
    pairs = [preference.items for preference in judged]
    better = np.array([scores.get(one, np.nan) for one, _ in pairs], dtype=np.float64)
    worse = np.array([scores.get(other, np.nan) for _, other in pairs], dtype=np.float64)
    return better, worse
