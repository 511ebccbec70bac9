"""The sentences of one compound under each other: each one's mean, and how far its annotators lie apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from idiomaticity.ratings.judgements import HIGHEST, LOWEST
from idiomaticity.ratings.scores import spread

LEFT, STEP, TOP, ROW = 44, 100, 12, 26
WIDTH = LEFT + STEP * (HIGHEST - LOWEST) + 76
DEFINED = 2


@dataclass(frozen=True, slots=True)
class StripRow:
    """One sentence: its mean, its annotators' standard deviation (ddof 1; None below two ratings), and where they lie
    in the plot."""

    number: int
    mean: float
    sd: float | None
    x: float
    y: float
    low: float | None
    high: float | None

    @property
    def text_y(self) -> float:
        """Return the vertical position of the row's text."""
        return self.y + 4


@dataclass(frozen=True, slots=True)
class Strip:
    """The plot; `type_x` is the type score's place."""

    rows: list[StripRow]
    height: int
    ticks: list[tuple[int, int]]
    type_x: float | None
    width: int = WIDTH

    @property
    def bottom(self) -> int:
        return TOP + ROW * len(self.rows)


def plot_strip(
    sentences: Iterable[tuple[int, float | None, Mapping[int, int]]], type_score: float | None
) -> Strip | None:
    """Return a plot from number, mean and ratings (score → count) of each sentence.

    None if fewer than two sentences have a mean.
    """
    known = [(number, mean, counts) for number, mean, counts in sentences if mean is not None]
    if len(known) < DEFINED:
        return None
    rows = []
    for place, (number, mean, counts) in enumerate(known):
        sd = spread([score for score, count in counts.items() for _ in range(count)]).value
        low, high = (None, None) if sd is None else (max(LOWEST, mean - sd), min(HIGHEST, mean + sd))
        rows.append(
            StripRow(
                number,
                mean,
                sd,
                _place(mean),
                TOP + ROW * (place + 0.5),
                None if low is None else _place(low),
                None if high is None else _place(high),
            )
        )
    ticks = [(score, LEFT + STEP * (score - LOWEST)) for score in range(LOWEST, HIGHEST + 1)]
    return Strip(rows, TOP + ROW * len(rows) + 24, ticks, None if type_score is None else _place(type_score))


def _place(value: float) -> float:
    return round(LEFT + STEP * (value - LOWEST), 1)
