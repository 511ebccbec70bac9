"""Lines of shares over time or classes: the scales and names that such plots have in common."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from annotation_site.figures.plots import WIDTH, Plot, Scale, name_tick

TOP, BOTTOM, LEFT, RIGHT = 46.0, 206.0, 48.0, WIDTH - 16.0
MOST_SYMBOLS = 40
MOST_NAMES = 6


def scale_shares(plot: Plot, values: Sequence[float], name_tick: Callable[[float], str] = "{:g}".format) -> Scale:
    """Return a scale from a fifth below the least value to 1; a line, unlike a bar, need not start at 0."""
    low = min(0.8, max(0, math.floor(5 * min(values, default=0.0) - 0.25)) / 5)
    up = Scale(low, 1, BOTTOM, TOP)
    step = 0.1 if low >= 0.6 else 0.2
    ticks = [round(low + step * count, 4) for count in range(round((1 - low) / step) + 1)]
    for tick in ticks:
        plot.line("axis" if tick == ticks[0] else "grid", (LEFT, up(tick)), (RIGHT, up(tick)))
        plot.text("label", LEFT - 10, up(tick) + 4, name_tick(tick), "end")
    return up


def scale_closely(plot: Plot, values: Sequence[float], write_tick: Callable[[float], str] = name_tick) -> Scale:
    """Return a scale from a step below the least value to a step above the greatest, within −1 and 1."""
    least, most = min(values, default=0.0), max(values, default=1.0)
    step = next(each for each in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if (most - least) / each <= 5 or each == 0.5)
    low, high = math.floor(least / step - 1e-9), math.ceil(most / step + 1e-9)
    high = max(high, low + 1)
    up = Scale(low * step, high * step, BOTTOM, TOP)
    for count in range(low, high + 1):
        tick = round(count * step, 4)
        plot.line("axis" if count == low else "grid", (LEFT, up(tick)), (RIGHT, up(tick)))
        plot.text("label", LEFT - 10, up(tick) + 4, write_tick(tick), "end")
    return up


def widen(first: float, last: float) -> Scale:
    """Return a scale across the plot with some room at both ends, and around a single place."""
    inner = LEFT + 28, RIGHT - 28
    return Scale(first, last, *inner) if last > first else Scale(first - 1, first + 1, *inner)


def choose_names(keys: Sequence[int]) -> list[int]:
    """Return at most MOST_NAMES of the keys, including the first and the last."""
    if len(keys) <= MOST_NAMES:
        return list(keys)
    span = keys[-1] - keys[0]
    wanted = [keys[0] + span * place / (MOST_NAMES - 1) for place in range(MOST_NAMES)]
    return sorted({min(keys, key=lambda key: abs(key - each)) for each in wanted})
