"""Means of per-expression values: over all of them, and over labels, from sums that add up exactly.

Values lie between 0 and 1 and are added as whole multiples of 2⁻⁵², so that chunks give the same sums, bit for bit, in
whatever order they come together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.resampling import Floats, Table, resample_rates

if TYPE_CHECKING:
    from scipy.sparse import csr_array

_UNITS = 1 << 52


@dataclass(slots=True)
class Tally:
    """A sum of values and how many they were."""

    units: int = 0
    count: int = 0

    def put(self, value: float) -> None:
        self.units += round(value * _UNITS)
        self.count += 1

    def __add__(self, other: Self) -> Self:
        return type(self)(self.units + other.units, self.count + other.count)

    @property
    def mean(self) -> float | None:
        """Return the mean, or None without a value."""
        return self.units / (self.count * _UNITS) if self.count else None


@dataclass(slots=True)
class LabelTallies:
    """A Tally per expression label; sufficient for the micro and the macro average."""

    labels: dict[str, Tally] = field(default_factory=dict)

    def put(self, label: str, value: float) -> None:
        self.labels.setdefault(label, Tally()).put(value)

    @property
    def micro(self) -> Tally:
        """Return the mean over all values."""
        return sum(self.labels.values(), Tally())

    @property
    def macro(self) -> float | None:
        """Return the mean over labels of the mean of a label's values, or None without a value."""
        tally = Tally()
        for label in self.labels.values():
            if (mean := label.mean) is not None:
                tally.put(mean)
        return tally.mean

    def rows(self) -> list[dict[str, Any]]:
        """Return label, mean and number of values, ordered by label."""
        return [{"label": label, "score": tally.mean, "n": tally.count} for label, tally in sorted(self.labels.items())]


Observation = tuple[int, str, float]


def micro_table(observations: Iterable[Observation]) -> npt.NDArray[np.float64]:
    """Return segments × (sum, count) for a bootstrap, without segments that have no value."""
    rows: dict[int, list[float]] = {}
    for segment, _, value in observations:
        row = rows.setdefault(segment, [0.0, 0.0])
        row[0] += value
        row[1] += 1
    return np.array(list(rows.values()), dtype=np.float64).reshape(-1, 2)


def macro_table(observations: Iterable[Observation]) -> csr_array:
    """Return segments × (sums of the labels, counts of the labels).

    The table is sparse, as most segments hold one label of thousands.
    """
    from scipy.sparse import csr_array  # scipy weighs 100 MB in every process: loaded by those that need it

    rows: dict[int, int] = {}
    columns: dict[str, int] = {}
    cells, values = [], []
    for segment, label, value in observations:
        cells.append((rows.setdefault(segment, len(rows)), columns.setdefault(label, len(columns))))
        values.append(value)
    row, column = np.array(cells, dtype=np.int64).reshape(-1, 2).T
    # Observations of the same segment and label share a cell: the sparse array adds up what is given more than once.
    data = np.concatenate([np.array(values, dtype=np.float64), np.ones(len(values))])
    where = np.concatenate([row, row]), np.concatenate([column, column + len(columns)])
    return csr_array((data, where), shape=(len(rows), 2 * len(columns)))


def mean_rates(sums: Floats) -> Floats:
    """Return a column of means from rows of (sum, count); NaN, inside the bootstrap only, where nothing was sampled."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return (sums[:, 0] / sums[:, 1])[:, None]


def macro_rates(sums: Floats) -> Floats:
    """Return a column of macro averages over the labels sampled, from rows of macro_table sums."""
    labels = sums.shape[1] // 2
    totals, counts = sums[:, :labels], sums[:, labels:]
    means = np.divide(totals, counts, out=np.zeros_like(totals), where=counts > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (means.sum(axis=1) / (counts > 0).sum(axis=1))[:, None]


def bootstrap_mean(table: Table, *, is_macro: bool, resamples: int, seed: int) -> npt.NDArray[np.float64]:
    """Return the average of every resample of segments, sampled with replacement."""
    rate = macro_rates if is_macro else mean_rates
    return resample_rates(table, rate, resamples=resamples, seed=seed)[:, 0]
