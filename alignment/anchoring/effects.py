"""Effects of suggestions, from readings of pairs that showed them and of control pairs that did not. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields

from annotation_site.coefficients import effects
from annotation_site.coefficients.effects import SEED, Effect, ItemCounts, RateOf

RATES: Mapping[str, RateOf] = {
    "drawn": RateOf("drawn", "suggested"),
    "right_drawn": RateOf("right_drawn", "right"),
    "wrong_drawn": RateOf("wrong_drawn", "wrong"),
    "seconds_per_word": RateOf("seconds", "words", -1),
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


COUNTED = tuple(field.name for field in fields(CountedReading))[1:]


def measure_effects(
    shown: Sequence[CountedReading], controls: Sequence[CountedReading], *, seed: int = SEED
) -> list[Effect]:
    """Return every rate of both groups with its effect; one that has nothing to count over is undefined."""
    return effects.measure_effects(RATES, COUNTED, _count(shown), _count(controls), seed=seed)


def _count(readings: Sequence[CountedReading]) -> list[ItemCounts]:
    return [ItemCounts(reading.item, astuple(reading)[1:]) for reading in readings]
