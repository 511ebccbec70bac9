"""A compound's class: imported, judged blindly by experts, and decided if they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.kappa import CategorySums, fleiss_kappa, nominal_alpha
from idiomaticity.ratings.scores import CLASSES

Source = Literal["decision", "experts", "file", ""]
# So many experts settle a class if they agree.
ENOUGH_EXPERTS = 2


@dataclass(frozen=True, slots=True)
class ClassAgreement:
    """Agreement of experts, over the compounds that at least two of them have classified."""

    compounds: int
    judgements: int
    unanimous: int
    kappa: Figure
    alpha: Figure


def settle_class(imported: str, judgements: Iterable[str], decided: str) -> tuple[str, Source]:
    """Return the class in force and its source: a decision, at least two unanimous experts, or the file, in this order.

    Experts who differ give no class.
    """
    given = list(judgements)
    if decided:
        return decided, "decision"
    if len(given) >= ENOUGH_EXPERTS:
        return (given[0], "experts") if len(set(given)) == 1 else ("", "")
    return (imported, "file") if imported else ("", "")


def measure_class_agreement(judgements: Iterable[Mapping[str, str]]) -> ClassAgreement:
    """Return Fleiss' κ and nominal α from expert → class of each compound."""
    rows = [Counter(by_expert.values()) for by_expert in judgements if len(by_expert) >= ENOUGH_EXPERTS]
    sums: dict[int, CategorySums] = {}
    for counts in rows:
        raters = counts.total()
        agreeing = sum(n * (n - 1) for n in counts.values()) / (raters * (raters - 1))
        here = CategorySums(raters, 1, agreeing, {name: counts[name] for name in CLASSES})
        sums[raters] = sums[raters] + here if raters in sums else here
    return ClassAgreement(
        compounds=len(rows),
        judgements=sum(counts.total() for counts in rows),
        unanimous=sum(len(counts) == 1 for counts in rows),
        kappa=fleiss_kappa(sums.values()),
        alpha=nominal_alpha(sums.values()),
    )
