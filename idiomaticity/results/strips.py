"""The sentences of one compound under each other: each one's mean, and how far its annotators lie apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from idiomaticity.ratings.scores import spread
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale

LEFT, AXIS, TOP, ROW = 44, 500, 12, 26
WIDTH = LEFT + AXIS + 76
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
    ticks: list[tuple[int, float]]
    type_x: float | None
    width: int = WIDTH

    @property
    def bottom(self) -> int:
        return TOP + ROW * len(self.rows)


def plot_strip(
    sentences: Iterable[tuple[int, float | None, Mapping[int, int]]],
    type_score: float | None,
    scale: ScoreScale = PAPER_SCALE,
) -> Strip | None:
    """Return a plot from number, mean and ratings (score → count) of each sentence.

    None if fewer than two sentences have a mean.
    """
    known = [(number, mean, counts) for number, mean, counts in sentences if mean is not None]
    if len(known) < DEFINED:
        return None

    def place_score(value: float) -> float:
        return round(LEFT + AXIS * scale.normalise(value), 1)

    rows = []
    for index, (number, mean, counts) in enumerate(known):
        sd = spread([score for score, count in counts.items() for _ in range(count)]).value
        low, high = (None, None) if sd is None else (max(scale.lowest, mean - sd), min(scale.highest, mean + sd))
        rows.append(
            StripRow(
                number,
                mean,
                sd,
                place_score(mean),
                TOP + ROW * (index + 0.5),
                None if low is None else place_score(low),
                None if high is None else place_score(high),
            )
        )
    ticks = [(score, place_score(score)) for score in scale.ticks]
    return Strip(rows, TOP + ROW * len(rows) + 24, ticks, None if type_score is None else place_score(type_score))
