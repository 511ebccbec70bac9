"""Agreement beyond chance for any kind of annotation, from sums over items: Fleiss kappa, Cohen's kappa of two, and
nominal alpha.

Pure numbers: no database, no files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from annotation_site.coefficients.figure import Figure
from annotation_site.languages.marks import gettext_noop


@dataclass(frozen=True, slots=True)
class CategorySums:
    """Sums from which kappa and nominal alpha follow, for items labelled by `raters` people each; they add up.

    `agreement` is the sum over items of the share of ordered pairs of raters with equal labels; `labels` counts every
    label given, so it sums to raters × items.
    """

    raters: int
    items: int
    agreement: float
    labels: Mapping[str, int]

    def __add__(self, other: Self) -> Self:
        if self.raters != other.raters:
            raise ValueError(f"Items with {self.raters} and {other.raters} raters do not add up.")
        labels = {
            label: self.labels.get(label, 0) + other.labels.get(label, 0) for label in [*self.labels, *other.labels]
        }
        return type(self)(self.raters, self.items + other.items, self.agreement + other.agreement, labels)


def fleiss_kappa(sums: Iterable[CategorySums]) -> Figure:
    """Return κ = (P̄ − P̄e) / (1 − P̄e) over items, from sums that may differ in their number of raters.

    P̄ = mean over items of the share of agreeing pairs of raters; P̄e = Σ p_label², p over all labels given. Items with
    one rater are left out. Source: Fleiss 1971; unequal numbers of raters as in Fleiss 1981, unweighted.
    """
    usable = [group for group in sums if group.raters >= 2 and group.items]
    if not usable:
        return Figure(None, gettext_noop("No units were labelled by two annotators."))
    items = sum(group.items for group in usable)
    observed = sum(group.agreement for group in usable) / items
    counts = _add_labels(usable)
    given = sum(counts)
    if max(counts) == given:
        return Figure(None, gettext_noop("All labels are identical, so chance agreement is 1."))
    expected = sum(count * count for count in counts) / (given * given)
    return Figure((observed - expected) / (1 - expected))


def cohen_kappa(table: Mapping[tuple[str, str], int]) -> Figure:
    """Return κ = (P_o − P_e) / (1 − P_e) of two annotators, from how often they gave which two labels to an item.

    P_e comes from the labels of each annotator alone. Source: Cohen 1960.
    """
    items = sum(table.values())
    if not items:
        return Figure(None, gettext_noop("No items were labelled by both annotators."))
    first, second = Counter[str](), Counter[str]()
    for (one, other), count in table.items():
        first[one] += count
        second[other] += count
    expected = sum(count * second[label] for label, count in first.items())
    if expected == items * items:
        return Figure(None, gettext_noop("All labels are identical, so chance agreement is 1."))
    observed = sum(count for (one, other), count in table.items() if one == other)
    return Figure((observed * items - expected) / (items * items - expected))


def nominal_alpha(sums: Iterable[CategorySums]) -> Figure:
    """Return Krippendorff's α, nominal, from the sums of fleiss_kappa: α = 1 − (N − 1)(N − A) / (N² − Σ n_label²).

    N = labels given, A = Σ raters × agreement (the diagonal of the coincidence matrix).
    """
    usable = [group for group in sums if group.raters >= 2 and group.items]
    if not usable:
        return Figure(None, gettext_noop("No units were labelled by two annotators."))
    counts = _add_labels(usable)
    given = sum(counts)
    if max(counts) == given:
        return Figure(None, gettext_noop("All labels are identical, so chance agreement is 1."))
    diagonal = sum(group.raters * group.agreement for group in usable)
    return Figure(1 - (given - 1) * (given - diagonal) / (given**2 - sum(count**2 for count in counts)))


def _add_labels(sums: Sequence[CategorySums]) -> list[int]:
    labels = {label for group in sums for label in group.labels}
    return [sum(group.labels.get(label, 0) for group in sums) for label in sorted(labels)]
