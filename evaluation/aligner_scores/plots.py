"""The plot of the systems page: alignment error rates with their intervals."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation_site.figures.plots import ROW, Plot, Scale, add_ticks, find_ticks, shorten

WIDTH = 640.0


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """A system's alignment error rate and its interval, all in per cent."""

    name: str
    value: float
    interval: tuple[float, float] | None


def plot_systems(rates: Sequence[ErrorRate]) -> Plot:
    """Plot one row per output, in the order given."""
    top, left, right = 26.0, 216.0, WIDTH - 128.0
    bottom = top + ROW * len(rates) + 4
    plot = Plot(
        name="systems",
        title="Alignment error rate of each system",
        description=" ".join(f"{rate.name}: {_say(rate)}." for rate in rates),
        height=bottom + 30,
        width=WIDTH,
    )
    ticks = find_ticks(max(max(rate.value, *(rate.interval or ())) if rate.interval else rate.value for rate in rates))
    scale = Scale(0, ticks[-1], left, right)
    plot.text("label", 0, top - 10, "AER %, lower is better")
    add_ticks(plot, scale, ticks, top, bottom)
    for index, rate in enumerate(rates):
        y = top + ROW * index + ROW / 2 + 2
        plot.text("name", 0, y + 4.5, shorten(rate.name))
        if rate.interval:
            low, high = (scale(end) for end in rate.interval)
            plot.line("interval", (low, y), (high, y))
            for end in (low, high):
                plot.line("interval", (end, y - 4), (end, y + 4))
        plot.symbol("dot", "circle", scale(rate.value), y, f"{rate.name}: {_say(rate)}", size=4.5)
        plot.text("value", WIDTH - 84.0, y + 4.5, f"{rate.value:.1f}", "end")
        if rate.interval:
            plot.text("label", WIDTH, y + 4.5, f"{rate.interval[0]:.1f}–{rate.interval[1]:.1f}", "end")
    return plot


def _say(rate: ErrorRate) -> str:
    if rate.interval is None:
        return f"{rate.value:.1f} %"
    return f"{rate.value:.1f} % ({rate.interval[0]:.1f} to {rate.interval[1]:.1f})"
