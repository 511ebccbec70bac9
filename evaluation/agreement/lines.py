"""Plots of agreement by day or week, by version of the guidelines, and by word frequency."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from alignment.agreement.agr import Flavour
from annotation_site.figures.lines import BOTTOM, MOST_SYMBOLS, choose_names, scale_shares, widen
from annotation_site.figures.plots import Plot, Shape
from evaluation.agreement.report import AgreementReport, Stretch

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
# Line, symbol, its shape and name; the figure WAGS reports comes last and lies on top.
LINES: tuple[tuple[Flavour, str, str, Shape, str], ...] = (
    ("any", "axis", "symbol-open", "diamond", "link, any label"),
    ("both", "interval", "dot", "circle", "link and label"),
)


def plot_timeline(report: AgreementReport) -> Plot:
    """Plot pooled AGR by the time of the later of two readings; the time between is to scale."""
    stretches = report.timeline
    keys = [stretch.key or 0 for stretch in stretches]
    across = widen(keys[0], keys[-1])
    names = [(across(key), name_day(key)) for key in choose_names(keys)]
    title = f"Agreement by {report.step}"
    return _plot("timeline", title, stretches, [across(key) for key in keys], names)


def plot_guidelines(report: AgreementReport) -> Plot:
    """Plot pooled AGR by the version of the guidelines under which both readings were made."""
    stretches = [stretch for stretch in report.guidelines if stretch.key is not None]
    places = list(range(len(stretches)))
    across = widen(0, max(len(stretches) - 1, 0))
    names = [(across(place), stretches[place].label) for place in choose_names(places)]
    return _plot("guidelines", "Agreement by guideline version", stretches, [across(place) for place in places], names)


def plot_frequencies(report: AgreementReport) -> Plot:
    """Plot pooled AGR by word frequency."""
    stretches = report.frequencies
    places = list(range(len(stretches)))
    across = widen(0, max(len(stretches) - 1, 0))
    names = [(across(place), stretches[place].label) for place in choose_names(places)]
    title = "Agreement by word frequency"
    return _plot("frequencies", title, stretches, [across(place) for place in places], names)


def _plot(
    name: str, title: str, stretches: Sequence[Stretch], places: Sequence[float], names: Sequence[tuple[float, str]]
) -> Plot:
    plot = Plot(name, title, _describe_stretches(stretches), height=BOTTOM + 34)
    found = {flavour: [each.row.figures[flavour].value for each in stretches] for flavour, *_ in LINES}
    up = scale_shares(plot, [value for values in found.values() for value in values if value is not None])
    x = 8.0
    for _, line, symbol, shape, label in reversed(LINES):
        plot.line(line, (x - 8, 10), (x + 8, 10))
        plot.symbol(symbol, shape, x, 10, size=5)
        plot.text("label", x + 15, 14, label)
        x += 15 + 5.4 * len(label) + 30
    for at, words in names:
        plot.text("label", at, BOTTOM + 20, words, "middle")
    for flavour, line, symbol, shape, label in LINES:
        rows = zip(places, found[flavour], stretches, strict=True)
        shown = [(at, value, stretch) for at, value, stretch in rows if value is not None]
        for (start, low, _), (end, high, _) in pairwise(shown):
            plot.line(line, (start, up(low)), (end, up(high)))
        if len(shown) <= MOST_SYMBOLS:
            for at, value, stretch in shown:
                says = f"{stretch.label}, {label}: {value:.3f}, {stretch.row.pairs:,} comparisons"
                plot.symbol(symbol, shape, at, up(value), says, size=5)
    return plot


def name_day(key: int) -> str:
    day = date.fromordinal(key)
    return f"{day.day} {MONTHS[day.month - 1]}"


def _describe_stretches(stretches: Sequence[Stretch]) -> str:
    said = []
    for stretch in stretches[-MOST_SYMBOLS:]:
        value = stretch.row.figures["both"].value
        said.append(f"{stretch.label}: {'undefined' if value is None else f'{value:.3f}'}")
    return f"AGR on links with their label. {'; '.join(said)}."
