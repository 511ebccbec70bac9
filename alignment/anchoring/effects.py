"""Effects of suggestions, from readings of pairs that showed them and of control pairs that did not. Pure.

Which pairs are controls was decided by chance, so a difference of the two groups is an effect of showing. Pairs are
sampled with replacement, in each group by itself and with all their readings; intervals are those of percentiles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

RESAMPLES, SEED = 1000, 12345
_AT_ONCE = 2_000_000
Floats = npt.NDArray[np.float64]
# Each share or rate: what is counted, of what, and its sign as an effect (time saved is that of controls less).
RATES: Mapping[str, tuple[str, str, int]] = {
    "drawn": ("drawn", "suggested", 1),
    "right_drawn": ("right_drawn", "right", 1),
    "wrong_drawn": ("wrong_drawn", "wrong", 1),
    "seconds_per_word": ("seconds", "words", -1),
}


@dataclass(frozen=True, slots=True)
class CountedReading:
    """A submitted reading of a pair with suggestions: how many of them its links join, in all, and of those that are in
    adjudicated gold (`right`) and that are not (`wrong`); active time, and words of both sentences, where it was timed.
    """

    item: int
    suggested: int
    drawn: int
    right: int = 0
    right_drawn: int = 0
    wrong: int = 0
    wrong_drawn: int = 0
    seconds: float = 0.0
    words: int = 0


COUNTED = tuple(each.name for each in fields(CountedReading))[1:]


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
    """One rate of pairs with suggestions and of controls, and the effect of showing them."""

    name: str
    shown: Rate
    controls: Rate
    effect: Rate

    def to_json(self) -> dict[str, Any]:
        sides = {"shown": self.shown, "controls": self.controls, "effect": self.effect}
        return {"rate": self.name, **{name: side.to_json() for name, side in sides.items()}}


def measure_effects(
    shown: Sequence[CountedReading], controls: Sequence[CountedReading], *, seed: int = SEED
) -> list[Effect]:
    """Return every rate of both groups with its effect; one that has nothing to count over is undefined."""
    tables = [_sum_items(readings) for readings in (shown, controls)]
    generator = np.random.default_rng(seed)
    sampled = [_resample(table, generator) for table in tables]
    sums = [table.sum(axis=0, keepdims=True) for table in tables]
    return [_measure(name, sums, sampled) for name in RATES]


def _measure(name: str, sums: Sequence[Floats], sampled: Sequence[Floats]) -> Effect:
    counted, over, sign = RATES[name]
    places = COUNTED.index(counted), COUNTED.index(over)
    values = [_divide(each, *places)[0] for each in sums]
    spreads = [_divide(each, *places) for each in sampled]
    amounts = [float(each[0, places[1]]) for each in sums]
    shown, controls = (
        _rate(value, spread, amount) for value, spread, amount in zip(values, spreads, amounts, strict=True)
    )
    effect = _rate(sign * (values[0] - values[1]), sign * (spreads[0] - spreads[1]), min(amounts))
    return Effect(name, shown, controls, effect)


def _rate(value: float, sampled: Floats, amount: float) -> Rate:
    defined = sampled[~np.isnan(sampled)]
    if np.isnan(value) or not len(defined):
        return Rate(None, None, amount)
    low, high = np.percentile(defined, [2.5, 97.5])
    return Rate(float(value), (float(low), float(high)), amount)


def _divide(sums: Floats, counted: int, over: int) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[:, over] > 0, sums[:, counted] / sums[:, over], np.nan)


def _sum_items(readings: Sequence[CountedReading]) -> Floats:
    """Return the counts of every pair: its readings are sampled together."""
    rows: dict[int, list[float]] = {}
    for reading in readings:
        row = rows.setdefault(reading.item, [0.0] * len(COUNTED))
        for place, name in enumerate(COUNTED):
            row[place] += getattr(reading, name)
    return np.array(list(rows.values()), dtype=np.float64).reshape(-1, len(COUNTED))


def _resample(table: Floats, generator: np.random.Generator) -> Floats:
    """Return resamples × counts, NaN without a pair."""
    pairs = len(table)
    if not pairs:
        return np.full((RESAMPLES, len(COUNTED)), np.nan)
    at_once = max(1, _AT_ONCE // pairs)
    starts = range(0, RESAMPLES, at_once)
    sizes = [min(at_once, RESAMPLES - start) for start in starts]
    return np.concatenate([generator.multinomial(pairs, np.full(pairs, 1 / pairs), size) @ table for size in sizes])
