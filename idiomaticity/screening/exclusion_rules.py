"""Rules that suggest several annotators for exclusion at once, and what the scores would be without them. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from annotation_site.annotator_quality.columns import Flag
from annotation_site.coefficients.figure import Figure
from idiomaticity.ratings.judgements import Scale
from idiomaticity.results.score_table import ScoreTable
from idiomaticity.screening.annotator_quality import Habits

STRAIGHT_LINES = ("run", "same")


@dataclass(frozen=True, slots=True)
class Rule:
    """Bounds below, or numbers from, which an annotator is suggested; None for rules that do not apply.

    ρ below 0.2 and 0.4 are those of Garcia et al. 2021, footnote 6.
    """

    rho: float | None = 0.2
    straight_lines: bool = True
    failed: int | None = None
    competence: float | None = None

    def describe(self) -> str:
        """Return the rule in words, as a reason for exclusions."""
        named = [
            f"ρ below {self.rho:g}" if self.rho is not None else "",
            "straight-lining" if self.straight_lines else "",
            f"at least {self.failed} failed attention items" if self.failed is not None else "",
            f"competence below {self.competence:g}" if self.competence is not None else "",
        ]
        return ", or ".join(filter(None, named))


@dataclass(frozen=True, slots=True)
class AlphaChange:
    """Krippendorff's ordinal alpha of one scale, or of all where it is empty, as it is and without some annotators."""

    scale: Scale | str
    before: Figure
    after: Figure


def find_reasons(habits: Habits, flags: Collection[Flag], competence: float | None, rule: Rule) -> list[str]:
    """Return in words why the rule suggests an annotator; an empty list for one who stays."""
    reasons = []
    rho = habits.rho.value
    if rule.rho is not None and rho is not None and rho < rule.rho:
        reasons.append(f"ρ {rho:.2f}, below {rule.rho:g}".replace("-", "−"))
    if rule.straight_lines:
        reasons += [flag.sentence for flag in flags if flag.name in STRAIGHT_LINES]
    if rule.failed is not None and habits.failed >= rule.failed:
        reasons.append(f"{habits.failed} of {habits.passed + habits.failed} attention items failed")
    if rule.competence is not None and competence is not None and competence < rule.competence:
        reasons.append(f"competence {competence:.2f}, below {rule.competence:g}")
    return reasons


def compare_alpha(table: ScoreTable, without: Collection[str]) -> list[AlphaChange]:
    """Return alpha of each scale that has a score, and of all scales together, before and after."""
    rest = table.without(without)
    changes = [
        AlphaChange(scale, table.count_units(scale).alpha("ordinal"), rest.count_units(scale).alpha("ordinal"))
        for scale in table.scales
    ]
    both = (each.count_all_units(table.scales).alpha("ordinal") for each in (table, rest)) if changes else ()
    return [*changes, AlphaChange("", *both)] if changes else []
