"""Drift of one annotator, week by week: agreement with peers, gold and checks, or habits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from annotation_site.figures.lines import BOTTOM, MOST_SYMBOLS, choose_names, scale_shares, widen
from annotation_site.figures.plots import Plot, Shape
from annotation_site.languages.marks import gettext_noop

if TYPE_CHECKING:
    from alignment.annotator_quality.queries.reports import AnnotatorQualityReport, Week

# Line, symbol, its shape and name, and the value of a week.
Line = tuple[str, str, Shape, str, "Callable[[Week], float | None]"]
AGREEMENT: tuple[Line, ...] = (
    ("axis", "symbol-open", "diamond", "check pairs", lambda week: week.checks.agr.value),
    ("interval", "dot-open", "circle", "gold", lambda week: week.gold.agr.value),
    ("rule-accent", "dot", "circle", "peers", lambda week: week.peers.agr.value),
)
HABITS: tuple[Line, ...] = (
    (
        "axis",
        "symbol-open",
        "diamond",
        gettext_noop("words marked as no counterpart"),
        lambda week: week.readings.unaligned_share.value,
    ),
    ("interval", "dot", "circle", gettext_noop("Sure links"), lambda week: week.readings.sure_share.value),
)


class Wording(NamedTuple):
    """The language of a plot: its sentences, the names of days by their ordinal, three decimals, numbers of an axis."""

    translate: Callable[[str], str]
    name_day: Callable[[int], str]
    name_figure: Callable[[float], str]
    name_tick: Callable[[float], str]


def plot_drift(report: AnnotatorQualityReport, wording: Wording) -> Plot:
    """Plot AGR on links with their label, by the week of submission; managers' alone, and so in English."""
    return _plot("drift", "Agreement by week", report.weeks, AGREEMENT, wording)


def plot_habits(report: AnnotatorQualityReport, wording: Wording) -> Plot:
    """Plot the shares of Sure links and of words marked as without counterpart, by week."""
    return _plot("habits", gettext_noop("Labels by week"), report.weeks, HABITS, wording)


def _plot(name: str, title: str, weeks: Sequence[Week], lines: Sequence[Line], wording: Wording) -> Plot:
    translate = wording.translate
    undefined = translate(gettext_noop("undefined"))
    values = [[find(week) for week in weeks] for *_, find in lines]
    said = "; ".join(
        f"{translate(line[3])}: "
        + ", ".join(undefined if value is None else wording.name_figure(value) for value in row[-MOST_SYMBOLS:])
        for line, row in zip(lines, values, strict=True)
    )
    described = translate(gettext_noop("Week by week. {figures}.")).format(figures=said)
    plot = Plot(name, translate(title), described, height=BOTTOM + 34)
    keys = [week.start.toordinal() for week in weeks]
    across = widen(keys[0], keys[-1])
    up = scale_shares(plot, [value for row in values for value in row if value is not None], wording.name_tick)
    x = 8.0
    for line, symbol, shape, label, _ in reversed(lines):
        plot.line(line, (x - 8, 10), (x + 8, 10))
        plot.symbol(symbol, shape, x, 10, size=5)
        plot.text("label", x + 15, 14, translate(label))
        x += 15 + 5.4 * len(translate(label)) + 30
    for key in choose_names(keys):
        plot.text("label", across(key), BOTTOM + 20, wording.name_day(key), "middle")
    for (line, symbol, shape, label, _), row in zip(lines, values, strict=True):
        shown = [(across(key), value) for key, value in zip(keys, row, strict=True) if value is not None]
        for (start, low), (end, high) in pairwise(shown):
            plot.line(line, (start, up(low)), (end, up(high)))
        if len(shown) <= MOST_SYMBOLS:
            for at, value in shown:
                plot.symbol(symbol, shape, at, up(value), f"{translate(label)}: {wording.name_figure(value)}", size=5)
    return plot


PLOTS: Mapping[str, Callable[[AnnotatorQualityReport, Wording], Plot]] = {"drift": plot_drift, "habits": plot_habits}
