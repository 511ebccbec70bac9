"""The scatter of people's means against a measure's, a dot for each system, and the heat map of measures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation_site.figures.plots import Plot, Scale, find_round_steps, shorten

WIDTH, HEIGHT = 640.0, 420.0
CELL_WIDTH, CELL_HEIGHT = 62.0, 34.0


@dataclass(frozen=True, slots=True)
class Point:
    """A system: the measure's figure, people's mean and its interval."""

    system: str
    measured: float
    human: float
    interval: tuple[float, float] | None


def plot_scatter(points: Sequence[Point], measure: str, correlation: float | None) -> Plot:
    """Plot people's means upwards against the measure; a vertical line is the interval of people's mean."""
    figure = "undefined" if correlation is None else _number(correlation, ".3f")
    plot = Plot(
        name="scatter",
        title=f"Mean human scores and {measure}",
        description=f"Pearson {figure}. " + " ".join(f"{_format_point(point, measure)}." for point in points),
        height=HEIGHT,
        width=WIDTH,
    )
    left, right, top, bottom = 58.0, WIDTH - 150.0, 34.0, HEIGHT - 52.0
    measured = [point.measured for point in points]
    across = find_round_steps(min(measured), max(measured))
    ends = [end for point in points for end in (point.interval or (point.human,))]
    ends += [point.human for point in points]
    upwards = find_round_steps(min(ends), max(ends))
    x, y = Scale(across[0], across[-1], left, right), Scale(upwards[0], upwards[-1], bottom, top)
    for tick in across:
        plot.line("axis" if tick == across[0] else "grid", (x(tick), top), (x(tick), bottom))
        plot.text("label", x(tick), bottom + 18, _number(tick, "g"), "middle")
    for tick in upwards:
        plot.line("axis" if tick == upwards[0] else "grid", (left, y(tick)), (right, y(tick)))
        plot.text("label", left - 8, y(tick) + 4, _number(tick, "g"), "end")
    plot.text("label", 0, top - 16, f"mean human score · Pearson {figure}")
    plot.text("label", right, bottom + 40, measure, "end")
    for point in points:
        if point.interval:
            plot.line("interval", (x(point.measured), y(point.interval[0])), (x(point.measured), y(point.interval[1])))
        plot.symbol("dot", "circle", x(point.measured), y(point.human), _format_point(point, measure), size=5)
    for point, height in zip(points, _spread([y(point.human) for point in points]), strict=True):
        plot.text("name", x(point.measured) + 10, height + 4.5, shorten(point.system, 24))
    return plot


def _format_point(point: Point, measure: str) -> str:
    return f"{point.system}: {measure} {_number(point.measured, '.4g')}, people {_number(point.human, '.3f')}"


def _number(value: float, form: str) -> str:
    return format(value, form).replace("-", "−")


def plot_measures(names: Sequence[str], values: Mapping[tuple[str, str], float | None]) -> Plot:
    """Plot the correlation of every two of the names as a triangle; a name ends its row and heads its column."""
    pairs = [(first, second) for column, second in enumerate(names) for first in names[:column]]
    plot = Plot(
        name="measures",
        title="Correlation of every two measures",
        description=" ".join(
            f"{first}, {second}: {_format_correlation(values.get((first, second)))}." for first, second in pairs
        ),
        height=CELL_HEIGHT * len(names) + 4,
        width=max(WIDTH, CELL_WIDTH * len(names) + 190.0),
    )
    for row, second in enumerate(names):
        y = CELL_HEIGHT * row
        for column, first in enumerate(names[:row]):
            value = values.get((first, second))
            text, x = _format_correlation(value), CELL_WIDTH * column
            if value is not None:
                plot.cell(x, y, CELL_WIDTH - 2, CELL_HEIGHT - 2, value, f"{first}, {second}: {text}")
            plot.text("name", x + CELL_WIDTH / 2 - 1, y + CELL_HEIGHT / 2 + 3.5, text, "middle")
        plot.text("value", CELL_WIDTH * row + 6, y + CELL_HEIGHT / 2 + 3.5, shorten(second, 26))
    return plot


def _format_correlation(value: float | None) -> str:
    return "–" if value is None else _number(value, ".2f")


def _spread(heights: Sequence[float], apart: float = 15.0) -> list[float]:
    """Return heights of the names, moved apart so that none overlap."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed: dict[int, float] = {}
    before = -math.inf
    for index in order:
        before = max(heights[index], before + apart)
        placed[index] = before
    return [placed[index] for index in range(len(heights))]
