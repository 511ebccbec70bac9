"""Plots of two systems side by side: the distribution of differences, and the expressions that gain and lose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from annotation_site.figures.plots import ROW, WIDTH, Plot, Scale, find_ticks, shorten
from evaluation.boards.plots import LEFT, Point, add_point, add_scale
from evaluation.boards.plots import WIDTH as WIDE


@dataclass(frozen=True, slots=True)
class Histogram:
    """Numbers of segments by their difference (second minus first), in equal ranges from −`reach` to `reach`. Equal
    scores are counted apart.
    """

    reach: float
    below: Sequence[int]  # from −reach up to 0
    equal: int
    above: Sequence[int]  # from 0 up to reach

    @property
    def ranges(self) -> list[tuple[float, float, int]]:
        """Return low, high and number of each range, with equal scores as a range of no width."""
        step = self.reach / len(self.below)
        rows = [(-self.reach + step * i, -self.reach + step * (i + 1), n) for i, n in enumerate(self.below)]
        rows.append((0.0, 0.0, self.equal))
        return rows + [(step * i, step * (i + 1), n) for i, n in enumerate(self.above)]


def plot_differences(histogram: Histogram, names: tuple[str, str], measure: str, *, is_error: bool) -> Plot:
    """Plot bars of numbers of segments, with equal scores apart in the middle."""
    top, bottom, left, right = 46.0, 232.0, 48.0, WIDTH - 10.0
    # If lower is better, the second system is better where the difference is below 0.
    lower, higher = names[::-1] if is_error else names
    below, above = sum(histogram.below), sum(histogram.above)
    plot = Plot(
        name="differences",
        title=f"Differences of {measure} over segments",
        description=f"{lower} is better in {below:,} segments, {higher} in {above:,}; "
        f"equal scores in {histogram.equal:,}. "
        + " ".join(f"{low:.3g} to {high:.3g}: {n:,}." for low, high, n in histogram.ranges if n),
        height=bottom + 52,
    )
    ticks = [
        tick for tick in find_ticks(max(*histogram.below, *histogram.above, histogram.equal, 1), 4) if tick % 1 == 0
    ]
    up = Scale(0, ticks[-1], bottom, top)
    for tick in ticks:
        plot.line("axis" if tick == 0 else "grid", (left, up(tick)), (right, up(tick)))
        plot.text("label", left - 10, up(tick) + 4, f"{tick:,g}", "end")
    middle = (left + right) / 2
    sides = Scale(-histogram.reach, 0, left, middle - 10), Scale(0, histogram.reach, middle + 10, right)
    for low, high, n in filter(itemgetter(2), histogram.ranges):
        if low == high:
            plot.bar(middle - 7, up(n), 14, bottom - up(n), f"equal: {n:,}", "bar-other")
        else:
            side = sides[low >= 0]
            start, end = side(low), side(high)
            plot.bar(start + 0.5, up(n), end - start - 1, bottom - up(n), f"{low:.3g} to {high:.3g}: {n:,}")
    for value, x in ((-histogram.reach, left), (0.0, middle), (histogram.reach, right)):
        plot.text("label", x, bottom + 18, f"{value:+g}".replace("-", "−") if value else "0", "middle")
    plot.text("label", middle, bottom + 42, f"difference of {shorten(measure, 40)}, second minus first", "middle")
    plot.text("label", left, top - 18, f"{shorten(lower, 26)} better: {below:,}")
    plot.text("label", right, top - 18, f"{shorten(higher, 26)} better: {above:,}", "end")
    return plot


def plot_changes(changes: Sequence[dict[str, Any]], measure: str) -> Plot:
    """Plot a row per expression, largest gain first, with a line for its interval if there is one."""
    top = 26.0
    bottom = top + ROW * 0.8 * len(changes) + 4
    points = [
        Point(row["label"], row["difference"], tuple(row["interval"]) if row["interval"] else None) for row in changes
    ]
    plot = Plot(
        name="changes",
        title=f"Expressions with the largest differences in {measure}",
        description=" ".join(f"{row['label']}: {row['difference']:+.3f}, {row['n']} times." for row in changes),
        height=bottom + 30,
        width=WIDE,
    )
    plot.text("label", 0, top - 10, f"difference of {shorten(measure, 40)}, second minus first")
    scale = add_scale(plot, [*points, Point("", 0.0, None)], (LEFT, WIDE - 90.0), (top, bottom))
    for index, (row, point) in enumerate(zip(changes, points, strict=True)):
        y = top + ROW * 0.8 * (index + 0.5) + 2
        plot.text("name", 0, y + 4.5, shorten(row["label"]))
        add_point(plot, point, scale, y)
        plot.text("value", WIDE - 36.0, y + 4.5, f"{row['difference']:+.3f}".replace("-", "−"), "end")
        plot.text("label", WIDE, y + 4.5, f"×{row['n']:,}", "end")
    return plot
