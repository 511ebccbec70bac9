"""Figures of one annotator by week, as lines over time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from annotation_site.annotator_quality.columns import Column, map_fields
from annotation_site.annotator_quality.kinds import WeekPlot
from annotation_site.figures.lines import BOTTOM, MOST_SYMBOLS, choose_names, scale_shares, widen
from annotation_site.figures.plots import Plot, Shape
from annotation_site.languages.numbers import say_decimals, say_number
from annotation_site.web.days import say_day_of_year


class LineStyle(NamedTuple):
    """The classes of a line and of its symbols, and their shape: lines differ by more than colour."""

    line: str
    symbol: str
    shape: Shape


class DrawnLine(NamedTuple):
    """A line of a plot with its name in the reader's language and a value for each week, None where there is none."""

    name: str
    style: LineStyle
    values: Sequence[float | None]


STYLES = (
    LineStyle("rule-accent", "dot", "circle"),
    LineStyle("interval", "dot-open", "circle"),
    LineStyle("axis", "symbol-open", "diamond"),
)


def plot_weeks(declared: WeekPlot, columns: Sequence[Column[Any]], weeks: Sequence[Any]) -> Plot:
    """Plot shares by week; each symbol names its value where there are few of them."""
    fields = map_fields(columns)
    lines = []
    for wanted, style in zip(declared.lines, STYLES, strict=False):
        field, _is_own = fields[wanted.field]
        lines.append(DrawnLine(_(wanted.name), style, [field.read(week) for week in weeks]))
    plot = Plot(declared.name, _(declared.title), _describe_lines(lines), height=BOTTOM + 34)
    days = [week.start.toordinal() for week in weeks]
    across = widen(days[0], days[-1])
    up = scale_shares(plot, [value for line in lines for value in line.values if value is not None], say_number)
    _draw_names(plot, lines)
    for day in choose_names(days):
        plot.text("label", across(day), BOTTOM + 20, say_day_of_year(date.fromordinal(day)), "middle")
    # The most important line is drawn last, above the others.
    for line in reversed(lines):
        points = [(across(day), value) for day, value in zip(days, line.values, strict=True) if value is not None]
        for (start, low), (end, high) in pairwise(points):
            plot.line(line.style.line, (start, up(low)), (end, up(high)))
        if len(points) <= MOST_SYMBOLS:
            for x, value in points:
                plot.symbol(
                    line.style.symbol, line.style.shape, x, up(value), f"{line.name}: {say_decimals(value, 3)}", size=5
                )
    return plot


def _describe_lines(lines: Sequence[DrawnLine]) -> str:
    """Return the values of all lines in words, for those who do not see the plot."""
    undefined = _("undefined")
    described = []
    for line in reversed(lines):
        values = [undefined if value is None else say_decimals(value, 3) for value in line.values[-MOST_SYMBOLS:]]
        described.append(f"{line.name}: {', '.join(values)}")
    return _("Week by week. {figures}.").format(figures="; ".join(described))


def _draw_names(plot: Plot, lines: Sequence[DrawnLine]) -> None:
    x = 8.0
    for line in lines:
        plot.line(line.style.line, (x - 8, 10), (x + 8, 10))
        plot.symbol(line.style.symbol, line.style.shape, x, 10, size=5)
        plot.text("label", x + 15, 14, line.name)
        x += 15 + 5.4 * len(line.name) + 30
