"""Plot of expected widths by raters, a curve for each number of sentences, with the width that is wanted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from annotation_site.figures.plots import WIDTH, Plot, Scale, Shape, find_ticks
from evaluation.rating_agreement.precision import BY_ITSELF, Precision

TOP, BOTTOM, LEFT, RIGHT = 20.0, 226.0, 48.0, WIDTH - 104.0
# More would lie on one another.
SHOWN_SENTENCES = (BY_ITSELF, 1, 2, 3, 6)
LINE_HEIGHT = 15.0
TITLES = {"mean": "Width of the interval of a compound’s mean", "correlation": "Width of the interval of ρ"}


def plot_precision(planned: Sequence[Precision], wanted: float, title: str, name: str) -> Plot:
    """Plot widths over raters on a logarithmic axis, and the wanted width as a line."""
    curves = [(each, [row for row in planned if row.sentences == each]) for each in SHOWN_SENTENCES]
    curves = [(each, rows) for each, rows in curves if rows]
    said = "; ".join(
        f"{name_sentences(each)}: {rows[0].width:.2f} with {rows[0].raters} raters, {rows[-1].width:.2f} with "
        f"{rows[-1].raters}"
        for each, rows in curves
    )
    plot = Plot(name, title, f"{said}. Wanted: {wanted:g}.", height=BOTTOM + 52)
    raters = [row.raters for row in curves[0][1]]
    ticks = find_ticks(max(*(row.width for row in planned), wanted), 4)
    up = Scale(0, ticks[-1], BOTTOM, TOP)
    across = Scale(math.log(raters[0]), math.log(raters[-1]), LEFT + 12, RIGHT - 8)
    for tick in ticks:
        plot.line("axis" if tick == 0 else "grid", (LEFT, up(tick)), (RIGHT, up(tick)))
        plot.text("label", LEFT - 8, up(tick) + 4, f"{tick:g}", "end")
    for number in raters:
        plot.text("label", across(math.log(number)), BOTTOM + 20, str(number), "middle")
    plot.text("label", (LEFT + RIGHT) / 2, BOTTOM + 44, "raters per item", "middle")
    plot.line("rule-accent", (LEFT, up(wanted)), (RIGHT, up(wanted)), f"wanted: {wanted:g}")
    for each, rows in curves:
        _plot_curve(plot, each, [(across(math.log(row.raters)), up(row.width), row) for row in rows])
    _label_curves(plot, [(up(rows[-1].width), name_sentences(each)) for each, rows in curves])
    return plot


def name_sentences(sentences: int) -> str:
    """Return a number of sentences in words, or that the compound is rated by itself."""
    if sentences == BY_ITSELF:
        return "by itself"
    return f"{sentences} sentence" if sentences == 1 else f"{sentences} sentences"


def _plot_curve(plot: Plot, sentences: int, points: Sequence[tuple[float, float, Precision]]) -> None:
    is_own = sentences == BY_ITSELF
    for (x, y, _), (next_x, next_y, _) in pairwise(points):
        plot.line("axis" if is_own else "interval", (x, y), (next_x, next_y))
    shape: Shape = "diamond" if is_own else "circle"
    for x, y, row in points:
        says = f"{name_sentences(sentences)}, {row.raters} raters: {row.width:.3f}"
        plot.symbol("symbol-open" if is_own else "dot", shape, x, y, says, size=4)


def _label_curves(plot: Plot, ends: Sequence[tuple[float, str]]) -> None:
    """Name each curve at its end, the lowest first, far enough apart to be read."""
    floor = math.inf
    for y, label in sorted(ends, reverse=True):
        floor = min(y + 4, floor - LINE_HEIGHT)
        plot.text("label", RIGHT + 4, floor, label)
