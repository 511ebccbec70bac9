"""Bootstrap intervals of agreement on links, over sentence pairs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.percentiles import percentile_interval

Floats = npt.NDArray[np.float64]
Ends = tuple[float, float] | None
# Per sentence pair: what both drew or marked added up, and what they have in common.
LINK_COLUMNS = (
    "links", "both_any", "both_same_label", "sure", "both_sure", "possible", "both_possible", "unaligned",
    "both_unaligned",
)  # fmt: skip
# Per sentence pair over its link items: their number, agreeing shares of raters, the same times the number of raters
# (the diagonal of the coincidences), labels given.
ITEM_COLUMNS = ("items", "agreement", "diagonal", "S", "P", "N")
AGR_NAMES = ("any", "both", "sure", "possible", "any_unaligned", "both_unaligned")
CHANCE_NAMES = ("fleiss_kappa", "alpha")


def agr_rates(sums: Floats) -> Floats:
    """Return rows of AGR_NAMES from rows of LINK_COLUMNS: AGR = 2·common / (both together), as
    `alignment.coefficients.agr.agr` has it of one row.

    NaN, inside this module only, where neither annotator has such a link.
    """
    links, any_, same, sure, both_sure, possible, both_possible, unaligned, both_unaligned = sums.T
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = [
            2 * any_ / links,
            2 * same / links,
            2 * both_sure / sure,
            2 * both_possible / possible,
            2 * (any_ + both_unaligned) / (links + unaligned),
            2 * (same + both_unaligned) / (links + unaligned),
        ]
    return np.stack(rates, axis=1)


def chance_rates(sums: Floats) -> Floats:
    """Return Fleiss kappa and nominal alpha from rows of ITEM_COLUMNS; NaN if everybody gave one label.

    The formulas are in fleiss_kappa and nominal_alpha.
    """
    items, agreement, diagonal = sums[:, :3].T
    labels = sums[:, 3:]
    given = labels.sum(axis=1)
    squares = (labels**2).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = squares / given**2
        kappa = (agreement / items - expected) / (1 - expected)
        alpha = 1 - (given - 1) * (given - diagonal) / (given**2 - squares)
    rates = np.stack([kappa, alpha], axis=1)
    rates[labels.max(axis=1) == given] = np.nan
    return rates


def agr_intervals(sums: Floats) -> dict[str, Ends]:
    """Return the 95 % percentile interval of each AGR, from resamples × LINK_COLUMNS.

    Resamples in which a figure is undefined are left out of its interval; None where all are.
    """
    return _name(AGR_NAMES, agr_rates(sums))


def chance_intervals(sums: Floats) -> dict[str, Ends]:
    """Return the 95 % percentile intervals of kappa and alpha, from resamples × ITEM_COLUMNS."""
    return _name(CHANCE_NAMES, chance_rates(sums))


def _name(names: tuple[str, ...], rates: Floats) -> dict[str, Ends]:
    return {name: percentile_interval(column) for name, column in zip(names, rates.T, strict=True)}
