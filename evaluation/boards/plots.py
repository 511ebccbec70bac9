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
    joined = [
        f"No significant difference among {', '.join(each.name for each in points[a : b + 1])}." for a, b in equals
    ]
    plot = Plot(
        name="board",
        title=f"{figure} of each system",
        description=" ".join([*(f"{_say(point)}." for point in points), *joined]),
        height=bottom + 30,
        width=WIDTH,
    )
    scale = add_scale(plot, points, (LEFT, right), (top, bottom))
    plot.text("label", 0, top - 10, f"{shorten(figure, 50)}, {'lower' if is_error else 'higher'} is better")
    for index, point in enumerate(points):
        y = _middle(top, index)
        plot.text("name", 0, y + 4.5, shorten(point.name))
        add_point(plot, point, scale, y)
        plot.text("value", WIDTH - 92.0, y + 4.5, _write_figure(point.value, scale), "end")
        if point.interval:
            ends = "–".join(_write_figure(end, scale) for end in point.interval)
            plot.text("label", WIDTH, y + 4.5, ends, "end")
    for (first, last), lane in zip(equals, lanes, strict=True):
        x = right + 14 + _LANE * lane
        says = f"No significant difference: {', '.join(each.name for each in points[first : last + 1])}"
        plot.line("rule-accent", (x, _middle(top, first) - 7), (x, _middle(top, last) + 7), says)
    return plot


def plot_groups(groups: Sequence[Group], name: str, title: str, figure: str, *, is_error: bool) -> Plot:
    """Plot a part for each group, with a row per system and its interval."""
    top = 26.0
    rows = sum(1 + sum(point is not None for point in group.points) for group in groups)
    bottom = top + ROW * 0.8 * rows + 4
    shown = [(group, point) for group in groups for point in group.points if point]
    plot = Plot(
        name=f"groups-{name}",
        title=f"{figure} by {title.lower()}",
        description=" ".join(f"{group.name}, {_say(point)}." for group, point in shown),
        height=bottom + 30,
        width=WIDTH,
    )
    scale = add_scale(plot, [point for _, point in shown], (LEFT, WIDTH - 128.0), (top, bottom))
    plot.text("label", 0, top - 10, f"{title}: {shorten(figure, 40)}, {'lower' if is_error else 'higher'} is better")
    y = top + ROW * 0.4 + 2
    for group in groups:
        plot.text("value", 0, y + 4.5, group.name)
        y += ROW * 0.8
        for point in filter(None, group.points):
            plot.text("name", 12, y + 4.5, shorten(point.name, 28))
            add_point(plot, point, scale, y)
            plot.text("value", WIDTH - 92.0, y + 4.5, _write_figure(point.value, scale), "end")
            if point.interval:
                plot.text("label", WIDTH, y + 4.5, "–".join(_write_figure(end, scale) for end in point.interval), "end")
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
    plot.symbol("dot", "circle", scale(point.value), y, _say(point), size=4.5)


def _share_lanes(runs: Sequence[tuple[int, int]]) -> list[int]:
    """Return a lane for each run in which it touches no other. Runs must be sorted by their first place."""
    free: list[int] = []  # the last place that each lane is taken until
    lanes = []
    for first, last in runs:
        lane = next((lane for lane, until in enumerate(free) if until < first), len(free))
        free[lane : lane + 1] = [last]
        lanes.append(lane)
    return lanes


def _middle(top: float, index: int) -> float:
    return top + ROW * index + ROW / 2 + 2


def _write_figure(value: float, scale: Scale) -> str:
    """Return the value with as many decimals as the scale can tell apart."""
    decimals = 1 if scale.high - scale.low >= 10 else 2 if scale.high - scale.low >= 1 else 3
    return f"{value:.{decimals}f}".replace("-", "−")


def _say(point: Point) -> str:
    said = f"{point.name}: {point.value:.4g}"
    if point.interval:
        said += f" ({point.interval[0]:.4g} to {point.interval[1]:.4g})"
    return said if point.rank is None else f"{said}, rank {point.rank}"
