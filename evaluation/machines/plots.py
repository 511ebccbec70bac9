"""The plot of a machine's report: agreement in each group, of people with each other and of the machine with people."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation_site.figures.plots import ROW, Plot, Scale, Shape, add_ticks, find_round_steps, shorten
from evaluation.machine_reports.comparison import Estimate

WIDTH = 640.0
# Filled and open, so that the two can be told apart without colour.
PEOPLE: tuple[str, Shape, str] = ("dot-open", "circle", "people with people")
MACHINE: tuple[str, Shape, str] = ("dot", "circle", "machine with people")
_APART = 6.0


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group of items, and the figure of both over it."""

    name: str
    items: int
    people: Estimate
    machine: Estimate


def plot_groups(rows: Sequence[GroupRow], figure: str) -> Plot:
    """Plot a row for each group, people above the machine, with 95 % intervals."""
    top, left, right = 52.0, 150.0, WIDTH - 60.0
    bottom = top + ROW * len(rows) + 4
    plot = Plot(
        name="groups",
        title=f"{figure}: people with people, and the machine with people",
        description=" ".join(f"{row.name}: people {_say(row.people)}, machine {_say(row.machine)}." for row in rows),
        height=bottom + 30,
        width=WIDTH,
    )
    steps = find_round_steps(*_find_ends(rows))
    scale = Scale(steps[0], steps[-1], left, right)
    x = left
    for kind, shape, label in (PEOPLE, MACHINE):
        plot.symbol(kind, shape, x + 5, 10)
        plot.text("label", x + 18, 14, label)
        x += 190
    plot.text("label", 0, top - 10, figure)
    plot.text("label", WIDTH, top - 10, "items", "end")
    add_ticks(plot, scale, steps, top, bottom)
    for index, row in enumerate(rows):
        y = top + ROW * index + ROW / 2 + 2
        plot.text("name", 0, y + 4.5, shorten(row.name, 20))
        for (kind, shape, label), estimate, up in ((PEOPLE, row.people, -_APART), (MACHINE, row.machine, _APART)):
            _add_estimate(plot, scale, estimate, y + up, kind, shape, f"{row.name}, {label}")
        plot.text("label", WIDTH, y + 4.5, f"{row.items:,}", "end")
    return plot


def _add_estimate(plot: Plot, scale: Scale, estimate: Estimate, y: float, kind: str, shape: Shape, name: str) -> None:
    if estimate.value is None:
        return
    if estimate.interval:
        low, high = map(scale, estimate.interval)
        plot.line("interval" if kind == "dot" else "axis", (low, y), (high, y))
    plot.symbol(kind, shape, scale(estimate.value), y, f"{name}: {_say(estimate)}", size=4.5)


def _find_ends(rows: Sequence[GroupRow]) -> tuple[float, float]:
    values = []
    for estimate in (estimate for row in rows for estimate in (row.people, row.machine)):
        ends = estimate.value, *(estimate.interval or ())
        values += [value for value in ends if value is not None]
    return min(values, default=0.0), max(values, default=1.0)


def _say(estimate: Estimate) -> str:
    if estimate.value is None:
        return "undefined"
    if estimate.interval is None:
        return f"{estimate.value:.3f}"
    return f"{estimate.value:.3f} ({estimate.interval[0]:.3f} to {estimate.interval[1]:.3f})"
