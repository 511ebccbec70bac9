"""Plots of token and type scores: a scatter of both, and boxes of each scale and class."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

from annotation_site.figures.plots import WIDTH, Plot, Scale, Shape
from idiomaticity.ratings.scores import CLASSES
from idiomaticity.results.token_type.figures import Box, TokenTypeReport, name_class

# Filled or open, circle or diamond: the classes can be told apart without colour.
MARKS: Mapping[str, tuple[str, Shape]] = {
    "C": ("dot", "circle"),
    "PC": ("dot-open", "circle"),
    "NC": ("symbol", "diamond"),
    "": ("symbol-open", "diamond"),
}
MOST_POINTS = 2_000
ROW = 26.0


def plot_scatter(report: TokenTypeReport) -> Plot:
    """Plot each compound at its type score (across) and its token score (up); on the diagonal they are equal."""
    points = report.both[:MOST_POINTS]
    top, bottom, left, right = 40.0, 424.0, 46.0, WIDTH - 130.0
    plot = Plot("scatter", "Token scores by type scores", _list_correlations(report), height=bottom + 48)
    scale = report.scale
    across, up = Scale(scale.lowest, scale.highest, left, right), Scale(scale.lowest, scale.highest, bottom, top)
    for tick in scale.ticks:
        kind = "axis" if tick == scale.lowest else "grid"
        plot.line(kind, (left, up(tick)), (right, up(tick)))
        plot.line(kind, (across(tick), top), (across(tick), bottom))
        plot.text("label", left - 10, up(tick) + 4, str(tick), "end")
        plot.text("label", across(tick), bottom + 18, str(tick), "middle")
    plot.line("grid", (left, bottom), (right, top))
    plot.text("label", (left + right) / 2, bottom + 40, "type score", "middle")
    plot.text("label", left - 10, top - 14, "token score")
    _add_key(plot, {compound.score.compound_class for compound in points}, right + 22, top + 8)
    for compound in points:
        kind, shape = MARKS[compound.score.compound_class]
        says = f"{compound.score.compound}: type {compound.score.type:.2f}, token {compound.score.token:.2f}"
        plot.symbol(kind, shape, across(compound.score.type or 0), up(compound.score.token or 0), says, size=4.5)
    return plot


def plot_boxes(report: TokenTypeReport) -> Plot:
    """Plot a row for each scale and class: box from quartile to quartile with its median, whiskers, outliers, mean."""
    left, right, top = 190.0, WIDTH - 50.0, 30.0
    boxes_by_title: dict[str, list[Box]] = defaultdict(list)
    for box in report.boxes:
        boxes_by_title[box.title].append(box)
    bottom = top + ROW * (len(report.boxes) + len(boxes_by_title))
    plot = Plot("boxes", "Mean scores by scale and class", _list_boxes(report), height=bottom + 44)
    across = Scale(report.scale.lowest, report.scale.highest, left, right)
    for tick in report.scale.ticks:
        plot.line("grid", (across(tick), top - 10), (across(tick), bottom))
        plot.text("label", across(tick), bottom + 20, str(tick), "middle")
    plot.text("label", WIDTH, top - 14, "n", "end")
    y = top
    for title, boxes in boxes_by_title.items():
        plot.text("value", 0, y + ROW / 2 + 4, title)
        y += ROW
        for box in boxes:
            plot.text("label", 16, y + ROW / 2 + 4, name_class(box.compound_class))
            plot.text("label", WIDTH, y + ROW / 2 + 4, f"{box.n:,}", "end")
            add_box(plot, box, f"{box.title}, {name_class(box.compound_class)}", across, y + ROW / 2)
            y += ROW
    return plot


def add_box(plot: Plot, box: Box, named: str, across: Scale, y: float, unit: str = "compounds") -> None:
    """Plot a box in a row of its own."""
    for start, end in ((box.low, box.lower), (box.upper, box.high)):
        plot.line("interval", (across(start), y), (across(end), y))
    for end in (box.low, box.high):
        plot.line("interval", (across(end), y - 4), (across(end), y + 4))
    width = max(across(box.upper) - across(box.lower), 1.0)
    plot.box(across(box.lower), y - 7, width, 14, f"{named}: {say_box(box, unit)}")
    plot.line("rule-accent", (across(box.median), y - 7), (across(box.median), y + 7))
    plot.symbol("symbol", "diamond", across(box.mean), y, f"{named}, mean {box.mean:.2f}", size=3.5)
    for value in box.outliers:
        plot.symbol("dot-open", "circle", across(value), y, f"{named}: {value:.2f}", size=3)


def _add_key(plot: Plot, classes: set[str], x: float, y: float) -> None:
    for name in (*CLASSES, ""):
        if name in classes:
            kind, shape = MARKS[name]
            plot.symbol(kind, shape, x, y, size=5)
            # The word after “partly” would not fit next to the plot.
            plot.text("label", x + 12, y + 4, name_class(name).split(" comp")[0])
            y += 22


def _list_correlations(report: TokenTypeReport) -> str:
    correlations = []
    for row in report.classes:
        name = name_class(row.compound_class, of_all="all")
        rho = "undefined" if row.rho.value is None else f"{row.rho.value:.3f}"
        correlations.append(f"{name}: {rho} over {row.compared:,} compounds")
    return f"Spearman’s rho between token and type scores. {'; '.join(correlations)}."


def _list_boxes(report: TokenTypeReport) -> str:
    return " ".join(f"{box.title}, {name_class(box.compound_class)}: {say_box(box)}." for box in report.boxes)


def say_box(box: Box, unit: str = "compounds") -> str:
    """Return a box in words."""
    return f"median {box.median:.2f}, quartiles {box.lower:.2f} and {box.upper:.2f}, {box.n:,} {unit}"


FIGURES: Mapping[str, Callable[[TokenTypeReport], Plot]] = {"scatter": plot_scatter, "boxes": plot_boxes}


def list_plots(report: TokenTypeReport) -> list[str]:
    """Return the names of the plots that have anything to show."""
    return [name for name, rows in (("scatter", report.both), ("boxes", report.boxes)) if rows]
