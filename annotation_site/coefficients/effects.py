"""Effects of showing something to annotators, from counts of those who saw it and of controls who did not. Pure.

Chance decided who is a control, so a difference of the two groups is an effect of showing. Items are sampled with
replacement, with all counts that they have in both groups; intervals are those of percentiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.percentiles import percentile_interval

RESAMPLES, SEED = 1000, 12345
_AT_ONCE = 2_000_000
Floats = npt.NDArray[np.float64]


class RateOf(NamedTuple):
    """A share or rate: the column that is counted, the one that it is counted over, and its sign as an effect (time
    saved is that of controls less).
    """

    counted: str
    over: str
    sign: int = 1


class ItemCounts(NamedTuple):
    """Counts of one annotator's work on an item, in the order of the columns."""

    item: int
    counts: Sequence[float]


@dataclass(frozen=True, slots=True)
class Rate:
    """A share, a rate or a difference with its 95 % interval; `of` is what it is counted over."""

    value: float | None
    interval: tuple[float, float] | None
    of: float

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "interval": self.interval and list(self.interval), "of": self.of}


@dataclass(frozen=True, slots=True)
class Effect:
    """One rate of those who saw it and of controls, and the effect of showing it."""

    name: str
    shown: Rate
    controls: Rate
    effect: Rate

    def to_json(self) -> dict[str, Any]:
        sides = {"shown": self.shown, "controls": self.controls, "effect": self.effect}
        return {"rate": self.name, **{name: side.to_json() for name, side in sides.items()}}


def measure_effects(
    rates: Mapping[str, RateOf],
    columns: Sequence[str],
    shown: Iterable[ItemCounts],
    controls: Iterable[ItemCounts],
    *,
    seed: int = SEED,
) -> list[Effect]:
    """Return every rate of both groups with its effect; one that has nothing to count over is undefined."""
    tables = _sum_items(len(columns), shown, controls)
    generator = np.random.default_rng(seed)
    sums = np.sum([table.sum(axis=0, keepdims=True) for table in tables], axis=0)
    sampled = np.sum([_resample(table, generator) for table in tables], axis=0)
    sides = [(sums[:, half], sampled[:, half]) for half in (slice(len(columns)), slice(len(columns), None))]
    return [_measure(name, rate, columns, *sides) for name, rate in rates.items()]


def _measure(
    name: str, rate: RateOf, columns: Sequence[str], shown: tuple[Floats, Floats], controls: tuple[Floats, Floats]
) -> Effect:
    places = columns.index(rate.counted), columns.index(rate.over)
    values = [_divide(sums, *places)[0] for sums, _ in (shown, controls)]
    spreads = [_divide(sampled, *places) for _, sampled in (shown, controls)]
    amounts = [float(sums[0, places[1]]) for sums, _ in (shown, controls)]
    seen, unseen = (_rate(*group) for group in zip(values, spreads, amounts, strict=True))
    effect = _rate(rate.sign * (values[0] - values[1]), rate.sign * (spreads[0] - spreads[1]), min(amounts))
    return Effect(name, seen, unseen, effect)


def _rate(value: float, sampled: Floats, amount: float) -> Rate:
    interval = percentile_interval(sampled)
    if np.isnan(value) or interval is None:
        return Rate(None, None, amount)
    return Rate(float(value), interval, amount)


def _divide(sums: Floats, counted: int, over: int) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[:, over] > 0, sums[:, counted] / sums[:, over], np.nan)


def _sum_items(columns: int, *groups: Iterable[ItemCounts]) -> list[Floats]:
    """Return the sums of items, those of both groups side by side, in a table for each combination of groups: a
    resample has as many items that only controls read as there are. Rows are sorted, so that the same counts give the
    same intervals in whatever order they come.
    """
    rows: dict[int, Floats] = {}
    chosen: dict[int, tuple[bool, ...]] = {}
    for index, group in enumerate(groups):
        for item, counts in group:
            row = rows.setdefault(item, np.zeros(columns * len(groups)))
            row[index * columns : (index + 1) * columns] += counts
            seen = chosen.get(item, (False,) * len(groups))
            chosen[item] = (*seen[:index], True, *seen[index + 1 :])
    tables: dict[tuple[bool, ...], list[list[float]]] = {}
    for item, row in rows.items():
        tables.setdefault(chosen[item], []).append(row.tolist())
    return [np.array(sorted(tables[key])) for key in sorted(tables)] or [np.zeros((1, columns * len(groups)))]


def _resample(table: Floats, generator: np.random.Generator) -> Floats:
    """Return resamples × sums."""
    items = len(table)
    at_once = max(1, _AT_ONCE // items)
    sizes = [min(at_once, RESAMPLES - start) for start in range(0, RESAMPLES, at_once)]
    return np.concatenate([generator.multinomial(items, np.full(items, 1 / items), size) @ table for size in sizes])
