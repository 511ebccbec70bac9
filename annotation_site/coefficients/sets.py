"""Agreement on values that are sets, such as all categories of a word: Krippendorff's alpha with a distance of sets.

Pure numbers: no database, no files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.figure import Figure
from annotation_site.languages.marks import gettext_noop

SetValue: TypeAlias = frozenset[str]
Distance = Callable[[SetValue, SetValue], float]


def masi_distance(one: SetValue, other: SetValue) -> float:
    """Return 1 − |x∩y| / |x∪y| · m; m is 1 for equal sets, 2/3 for a subset, 1/3 for another overlap and 0 for none.

    Two empty sets have the distance 0. Source: Passonneau 2006.
    """
    if one == other:
        return 0.0
    shared = len(one & other)
    if not shared:
        return 1.0
    monotonicity = 2 / 3 if one <= other or other <= one else 1 / 3
    return 1 - shared / len(one | other) * monotonicity


def nominal_distance(one: SetValue, other: SetValue) -> float:
    """Return 0 for equal sets, else 1."""
    return float(one != other)


def measure_distances(values: Sequence[SetValue], distance: Distance) -> npt.NDArray[np.float64]:
    """Return the distances of all values, as a matrix."""
    return np.array([[distance(one, other) for other in values] for one in values], dtype=np.float64)


def alpha_of_sets(counts: Mapping[SetValue, int], disagreement: float, distance: Distance) -> Figure:
    """Return α = 1 − D_o / D_e of units that all have the same number of values, two or more.

    `counts` says how often each value was given, N in all; `disagreement` is the sum over units of the distances of
    ordered pairs of their values, by their number less one, so that D_o = disagreement / N. Source: Krippendorff 2011.
    """
    values = list(counts)
    return alpha_from_sums(
        np.array([counts[value] for value in values], dtype=np.float64),
        disagreement,
        measure_distances(values, distance),
    )


def alpha_from_sums(counts: npt.NDArray[np.float64], disagreement: float, distances: npt.NDArray[np.float64]) -> Figure:
    """Return α as alpha_of_sets does, from counts in the order of the matrix of distances."""
    given = counts.sum()
    if given < 2:
        return Figure(None, gettext_noop("No units were labelled by two annotators."))
    if np.count_nonzero(counts) == 1:
        return Figure(None, gettext_noop("All values are equal, so chance agreement is 1."))
    expected = float(counts @ distances @ counts) / (given * (given - 1))
    return Figure(float(1 - disagreement / given / expected))
