"""Plots of measures: systems by one figure with significance, and figures by group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annotation_site.figures.plots import ROW, Plot, Scale, find_round_steps, shorten

WIDTH = 640.0
LEFT = 216.0
_LANE = 9.0


@dataclass(frozen=True, slots=True)
class Point:
    """A system's figure with its 95 % interval and its rank, if it has them."""

    name: str
    value: float
    interval: tuple[float, float] | None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """A group of expressions or segments and each system's figure, None if it has none."""

    name: str
    points: Sequence[Point | None]


def plot_board(points: Sequence[Point], equals: Sequence[tuple[int, int]], figure: str, *, is_error: bool) -> Plot:
    """Plot a row per system, in the order given; lines at the side join systems without significant differences."""
    lanes = _share_lanes(equals)
    top, right = 26.0, WIDTH - 150.0 - _LANE * (max(lanes, default=-1) + 1)
    bottom = top + ROW * len(points) + 4
    sentences = [f"{_format_point(point)}." for point in points]
    for first, last in equals:
        sentences.append(f"No significant difference among {_join_names(points, first, last)}.")
    plot = Plot(
        name="board",
        title=f"{figure} of each system",
        description=" ".join(sentences),
        height=bottom + 30,
        width=WIDTH,
    )
    scale = add_scale(plot, points, (LEFT, right), (top, bottom))
    plot.text("label", 0, top - 10, f"{shorten(figure, 50)}, {'lower' if is_error else 'higher'} is better")
    for index, point in enumerate(points):
        y = _middle(top, index)
        plot.text("name", 0, y + 4.5, shorten(point.name))
        add_point(plot, point, scale, y)
        plot.text("value", WIDTH - 92.0, y + 4.5, _format_value(point.value, scale), "end")
        if point.interval:
            ends = "–".join(_format_value(end, scale) for end in point.interval)
            plot.text("label", WIDTH, y + 4.5, ends, "end")
    for (first, last), lane in zip(equals, lanes, strict=True):
        x = right + 14 + _LANE * lane
        tooltip = f"No significant difference: {_join_names(points, first, last)}"
        plot.line("rule-accent", (x, _middle(top, first) - 7), (x, _middle(top, last) + 7), tooltip)
    return plot


def plot_groups(groups: Sequence[Group], name: str, title: str, figure: str, *, is_error: bool) -> Plot:
    """Plot a part for each group, with a row per system and its interval."""
    top = 26.0
    labelled = [(group, point) for group in groups for point in group.points if point]
    rows = len(groups) + len(labelled)  # a row for the name of each group, and one for each point
    bottom = top + ROW * 0.8 * rows + 4
    plot = Plot(
        name=f"groups-{name}",
        title=f"{figure} by {title.lower()}",
        description=" ".join(f"{group.name}, {_format_point(point)}." for group, point in labelled),
        height=bottom + 30,
        width=WIDTH,
    )
    scale = add_scale(plot, [point for _, point in labelled], (LEFT, WIDTH - 128.0), (top, bottom))
    plot.text("label", 0, top - 10, f"{title}: {shorten(figure, 40)}, {'lower' if is_error else 'higher'} is better")
    y = top + ROW * 0.4 + 2
    for group in groups:
        plot.text("value", 0, y + 4.5, group.name)
        y += ROW * 0.8
        for point in filter(None, group.points):
            plot.text("name", 12, y + 4.5, shorten(point.name, 28))
            add_point(plot, point, scale, y)
            plot.text("value", WIDTH - 92.0, y + 4.5, _format_value(point.value, scale), "end")
            if point.interval:
                plot.text("label", WIDTH, y + 4.5, "–".join(_format_value(end, scale) for end in point.interval), "end")
            y += ROW * 0.8
    return plot


def add_scale(plot: Plot, points: Sequence[Point], across: tuple[float, float], down: tuple[float, float]) -> Scale:
    """Plot grid lines at round numbers that cover all points and intervals; return the scale."""
    ends = [end for point in points for end in (point.value, *(point.interval or ()))]
    ticks = find_round_steps(min(ends), max(ends))
    scale = Scale(ticks[0], ticks[-1], *across)
    origin = 0 if ticks[0] <= 0 <= ticks[-1] else ticks[0]
    for tick in ticks:
        kind = "axis" if tick == origin else "grid"
        plot.line(kind, (scale(tick), down[0]), (scale(tick), down[1]))
        plot.text("label", scale(tick), down[1] + 18, f"{tick:g}".replace("-", "−"), "middle")
    return scale


def add_point(plot: Plot, point: Point, scale: Scale, y: float) -> None:
    """Plot a dot on its interval."""
    if point.interval:
        low, high = (scale(end) for end in point.interval)
        plot.line("interval", (low, y), (high, y))
        for end in (low, high):
            plot.line("interval", (end, y - 4), (end, y + 4))
    plot.symbol("dot", "circle", scale(point.value), y, _format_point(point), size=4.5)


def _share_lanes(runs: Sequence[tuple[int, int]]) -> list[int]:
    """Return a lane for each run in which it touches no other. Runs must be sorted by their first place."""
    free: list[int] = []  # the last place that each lane is taken until
    lanes = []
    for first, last in runs:
        lane = next((lane for lane, until in enumerate(free) if until < first), len(free))
        free[lane : lane + 1] = [last]
        lanes.append(lane)
    return lanes


def _join_names(points: Sequence[Point], first: int, last: int) -> str:
    return ", ".join(point.name for point in points[first : last + 1])


def _middle(top: float, index: int) -> float:
    return top + ROW * index + ROW / 2 + 2


def _format_value(value: float, scale: Scale) -> str:
    """Return the value with as many decimals as the scale can tell apart."""
    span = scale.high - scale.low
    if span >= 10:
        decimals = 1
    elif span >= 1:
        decimals = 2
    else:
        decimals = 3
    return f"{value:.{decimals}f}".replace("-", "−")


def _format_point(point: Point) -> str:
    text = f"{point.name}: {point.value:.4g}"
    if point.interval:
        text += f" ({point.interval[0]:.4g} to {point.interval[1]:.4g})"
    return text if point.rank is None else f"{text}, rank {point.rank}"
