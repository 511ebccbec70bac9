"""Plots of agreement: rows on one axis, such as pairs of annotators, and lines over time or classes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from annotation_site.agreement.reports import AgreementGroup, AgreementRow, Coefficient, NamedPlot, PlotWording
from annotation_site.figures.lines import BOTTOM, MOST_SYMBOLS, choose_names, scale_closely, scale_shares, widen
from annotation_site.figures.plots import ROW, WIDTH, Plot, Scale, Shape, add_ticks, find_ticks
from annotation_site.languages.marks import gettext_filled, gettext_noop

MOST_ROWS = 20
LONGEST_NAME = 20
# A line of figures above this is drawn below 1; others are drawn as closely as they lie.
NEAR_ONE = 0.5
ENGLISH = PlotWording()
UNDEFINED = gettext_noop("undefined")
# Two shapes, filled and open: the four can be told apart without colour.
SYMBOLS: tuple[tuple[str, Shape], ...] = (
    ("symbol", "diamond"),
    ("symbol-open", "diamond"),
    ("dot", "circle"),
    ("dot-open", "circle"),
)
# Line, symbol and its shape; the first coefficient is drawn last and lies on top.
LINES: tuple[tuple[str, str, Shape], ...] = (("interval", "dot", "circle"), ("axis", "symbol-open", "diamond"))


def list_plots(groups: Sequence[AgreementGroup], wording: PlotWording = ENGLISH) -> list[NamedPlot]:
    """Return the plots of those groups that have one."""
    return [
        NamedPlot(group.name, group.title, group.plot_note, plot_group(group, wording))
        for group in groups
        if group.has_plot
    ]


def plot_group(group: AgreementGroup, wording: PlotWording = ENGLISH) -> Plot:
    """Plot the group in its style."""
    return plot_line(group, wording) if group.plot == "line" else plot_rows(group, wording)


def plot_rows(group: AgreementGroup, wording: PlotWording = ENGLISH) -> Plot:
    """Plot one row per name with its figures, the first one in numbers beside it; the row of all comes last."""
    totals = [row for row in group.rows if row.is_total]
    rows = [*[row for row in group.rows if not row.is_total][:MOST_ROWS], *totals]
    coefficients = group.plotted_coefficients
    longest = max(len(_shorten(row)) for row in rows)
    top, left = 44.0, max(46.0, 7.2 * longest + 14)
    bottom = top + ROW * len(rows) + 6
    plot = Plot(
        name=group.name,
        title=group.title,
        description=" ".join(_describe_row(row, coefficients, wording) for row in rows),
        height=bottom + 30,
    )
    low = _find_low(rows, coefficients)
    # The symbol of full agreement must not touch the figure next to it.
    scale = Scale(low, 1, left, WIDTH - 116.0)
    _add_key(plot, coefficients)
    plot.text("label", WIDTH - 52.0, top - 8, coefficients[0].head, "end")
    if group.counts:
        plot.text("label", WIDTH, top - 8, "n", "end")
    ticks = [0, 0.25, 0.5, 0.75, 1] if low == 0 else [low, 0, 0.5, 1]
    add_ticks(plot, scale, ticks, top, bottom, wording.write_tick)
    for index, row in enumerate(rows):
        y = top + ROW * index + ROW / 2 + (6 if row.is_total else 0)
        if row.is_total:
            plot.line("axis", (0, y - ROW / 2 - 2), (WIDTH, y - ROW / 2 - 2))
        _add_row(plot, scale, group, row, y, wording)
    return plot


def _find_low(rows: Sequence[AgreementRow], coefficients: Sequence[Coefficient]) -> float:
    """Return 0, or −0.5 or −1 where a figure is below chance."""
    values = [row.estimates[each.name].value for row in rows for each in coefficients if each.name in row.estimates]
    least = min((value for value in values if value is not None), default=0.0)
    if least >= 0:
        return 0.0
    return -0.5 if least >= -0.5 else -1.0


def _add_key(plot: Plot, coefficients: Sequence[Coefficient]) -> None:
    x = 8.0
    for (kind, shape), coefficient in zip(SYMBOLS, coefficients, strict=False):
        plot.symbol(kind, shape, x, 10)
        plot.text("label", x + 13, 14, coefficient.head)
        x += 13 + 5.8 * len(coefficient.head) + 26


def _add_row(
    plot: Plot, scale: Scale, group: AgreementGroup, row: AgreementRow, y: float, wording: PlotWording
) -> None:
    coefficients = group.plotted_coefficients
    values = _find_values(row, coefficients)
    known = [value for value in values if value is not None]
    plot.text("value" if row.is_total else "name", 0, y + 4.5, _shorten(row))
    if known:
        plot.line("span", (scale(min(known)), y), (scale(max(known)), y))
    # Backwards, so that the first coefficient lies on top where symbols meet.
    for place in reversed(range(len(coefficients))):
        value = values[place]
        if value is not None:
            kind, shape = SYMBOLS[place]
            plot.symbol(kind, shape, scale(value), y, _name_value(row, coefficients[place], value, wording))
    lead = values[0]
    plot.text("value", WIDTH - 52.0, y + 4.5, _print(lead, wording), "end")
    if group.counts:
        count = row.counts.get(group.counts[0].name)
        plot.text(
            "label", WIDTH, y + 4.5, wording.write_count(count) if isinstance(count, int) else str(count or ""), "end"
        )


def plot_line(group: AgreementGroup, wording: PlotWording = ENGLISH) -> Plot:
    """Plot the first two coefficients of each row, at equal distances or to the scale of time."""
    rows = [row for row in group.rows if not row.is_total]
    coefficients = group.plotted_coefficients[: len(LINES)]
    has_time = all(row.place is not None for row in rows)
    places = [row.place or 0 for row in rows] if has_time else list(range(len(rows)))
    plot = Plot(
        group.name,
        group.title,
        " ".join(_describe_row(row, coefficients[:1], wording) for row in rows[-MOST_SYMBOLS:]),
        height=BOTTOM + 34,
    )
    values = [value for row in rows for value in _find_values(row, coefficients) if value is not None]
    is_near_one = min(values, default=0.0) >= NEAR_ONE
    up = (scale_shares if is_near_one else scale_closely)(plot, values, wording.write_tick)
    _add_line_key(plot, coefficients)
    across = widen(places[0], places[-1])
    for place in choose_names(places):
        name = wording.write_day(date.fromordinal(place)) if has_time else rows[places.index(place)].label
        plot.text("label", across(place), BOTTOM + 20, name[:LONGEST_NAME], "middle")
    for index in reversed(range(len(coefficients))):
        _add_line(plot, group, [across(place) for place in places], rows, index, up, wording)
    return plot


def _add_line_key(plot: Plot, coefficients: Sequence[Coefficient]) -> None:
    x = 8.0
    for (line, symbol, shape), coefficient in zip(LINES, coefficients, strict=False):
        plot.line(line, (x - 8, 10), (x + 8, 10))
        plot.symbol(symbol, shape, x, 10, size=5)
        plot.text("label", x + 15, 14, coefficient.head)
        x += 15 + 5.8 * len(coefficient.head) + 30


def _add_line(
    plot: Plot,
    group: AgreementGroup,
    places: Sequence[float],
    rows: Sequence[AgreementRow],
    index: int,
    up: Scale,
    wording: PlotWording,
) -> None:
    coefficient = group.plotted_coefficients[index]
    line, symbol, shape = LINES[index]
    points = []
    for place, row in zip(places, rows, strict=True):
        [value] = _find_values(row, [coefficient])
        if value is not None:
            points.append((place, value, row))
    for (start, low, _), (end, high, _) in pairwise(points):
        plot.line(line, (start, up(low)), (end, up(high)))
    if len(points) > MOST_SYMBOLS:
        return
    for place, value, row in points:
        count = row.counts.get(group.counts[0].name) if group.counts else None
        amount = f" ({group.counts[0].head}: {wording.write_count(count)})" if isinstance(count, int) else ""
        plot.symbol(symbol, shape, place, up(value), _name_value(row, coefficient, value, wording) + amount, size=5)


def plot_distribution(
    title: str, axis: str, bins: Sequence[int], pooled: float | None, wording: PlotWording = ENGLISH
) -> Plot:
    """Plot how many comparisons have which agreement, from 0 to 1 in equal bins, with the pooled figure as a line."""
    top, bottom, left = 34.0, 232.0, 48.0
    ticks = find_ticks(max(bins), 4)
    step = 1 / len(bins)
    edges = [wording.write_decimals(index * step, 2) for index in range(len(bins) + 1)]
    names = [
        f"{low}–{high}: {wording.write_count(count)}" for (low, high), count in zip(pairwise(edges), bins, strict=True)
    ]
    filled = "; ".join(name for name, count in zip(names, bins, strict=True) if count)
    description = wording.translate(gettext_filled("Number of comparisons in each range. {filled}.", filled=filled))
    plot = Plot("distribution", title, description, height=bottom + 52)
    across, up = Scale(0, 1, left, WIDTH - 10.0), Scale(0, ticks[-1], bottom, top)
    for tick in ticks:
        plot.line("axis" if tick == 0 else "grid", (left, up(tick)), (WIDTH - 10.0, up(tick)))
        plot.text("label", left - 10, up(tick) + 4, wording.write_tick(tick), "end")
    for index, count in enumerate(bins):
        if count:
            start, end = across(index * step), across((index + 1) * step)
            plot.bar(start + 1, up(count), end - start - 2, bottom - up(count), names[index])
    for tick in (0, 0.25, 0.5, 0.75, 1):
        plot.text("label", across(tick), bottom + 18, wording.write_tick(tick), "middle")
    plot.text("label", (left + WIDTH - 10.0) / 2, bottom + 42, axis, "middle")
    if pooled is not None:
        plot.line("rule-accent", (across(pooled), top - 8), (across(pooled), bottom))
        is_right = pooled > 0.6
        x, anchor = (across(pooled) - 6, "end") if is_right else (across(pooled) + 6, "start")
        all_pooled = gettext_filled("all pooled {figure}", figure=wording.write_decimals(pooled, 3))
        plot.text("label", x, top - 14, wording.translate(all_pooled), anchor)
    return plot


def _find_values(row: AgreementRow, coefficients: Sequence[Coefficient]) -> list[float | None]:
    return [
        row.estimates[coefficient.name].value if coefficient.name in row.estimates else None
        for coefficient in coefficients
    ]


def _describe_row(row: AgreementRow, coefficients: Sequence[Coefficient], wording: PlotWording) -> str:
    values = _find_values(row, coefficients)
    parts = [
        f"{coefficient.head} {_say_value(value, wording)}"
        for coefficient, value in zip(coefficients, values, strict=True)
    ]
    return f"{row.label}: {', '.join(parts)}."


def _shorten(row: AgreementRow) -> str:
    return row.label if len(row.label) <= LONGEST_NAME else f"{row.label[: LONGEST_NAME - 1]}…"


def _name_value(row: AgreementRow, coefficient: Coefficient, value: float, wording: PlotWording) -> str:
    return f"{row.label}, {coefficient.head}: {wording.write_decimals(value, 3)}"


def _say_value(value: float | None, wording: PlotWording) -> str:
    return wording.translate(UNDEFINED) if value is None else wording.write_decimals(value, 3)


def _print(value: float | None, wording: PlotWording) -> str:
    return "–" if value is None else wording.write_decimals(value, 3)
