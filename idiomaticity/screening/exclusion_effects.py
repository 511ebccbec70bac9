"""Agreement of ratings with and without some annotators. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from annotation_site.coefficients.figure import Figure
from idiomaticity.results.score_table import ScoreTable
from idiomaticity.scales.judgements import Scale


@dataclass(frozen=True, slots=True)
class AlphaChange:
    """Krippendorff's ordinal alpha of one scale, or of all where it is empty, as it is and without some annotators."""

    scale: Scale | str
    before: Figure
    after: Figure


def compare_alpha(table: ScoreTable, without: Collection[str]) -> list[AlphaChange]:
    """Return alpha of each scale that has a score, and of all scales together, before and after."""
    rest = table.without(without)
    changes = [
        AlphaChange(scale, table.count_units(scale).alpha("ordinal"), rest.count_units(scale).alpha("ordinal"))
        for scale in table.scales
    ]
    both = (scores.count_all_units(table.scales).alpha("ordinal") for scores in (table, rest)) if changes else ()
    return [*changes, AlphaChange("", *both)] if changes else []
