"""Occurrences of each expression in a test set: counts, and their plot by rank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from annotation_site.figures.plots import Plot, Scale, find_ticks, shorten
from annotation_site.texts.token_places import Span
from evaluation.metrics.spans import MarkedExpression
from expressions.categories.compositionality import CLASSES

WIDTH, HEIGHT = 640.0, 260.0
MOST_BARS = 400
MOST_NAMED = 24


@dataclass(slots=True)
class Occurrences:
    """An expression: how often it occurs, how often with words between its own, and in which classes."""

    label: str
    count: int = 0
    discontinuous: int = 0
    classes: set[str] = field(default_factory=set)

    @property
    def class_names(self) -> str:
        return ", ".join(name for name in CLASSES if name in self.classes)


@dataclass(frozen=True, slots=True)
class ClassCount:
    """A class, empty if unknown, with its numbers of expressions and of occurrences.

    An expression with two classes counts in both.
    """

    name: str
    expressions: int
    count: int


def count_occurrences(expressions: Iterable[tuple[str, str, Sequence[Span]]]) -> list[Occurrences]:
    """Count occurrences from label, class and source spans of every expression; most frequent first, then by label."""
    by_label: dict[str, Occurrences] = {}
    for label, expression_class, spans in expressions:
        row = by_label.setdefault(label, Occurrences(label))
        row.count += 1
        row.classes.add(expression_class)
        row.discontinuous += not MarkedExpression(label, tuple(spans)).is_continuous
    return sorted(by_label.values(), key=lambda row: (-row.count, row.label))


def plot_occurrences(rows: Sequence[Occurrences]) -> Plot:
    """Plot a bar for each expression by rank, with names while there is room.

    Beyond MOST_BARS, the rarest are not plotted.
    """
    plotted = rows[:MOST_BARS]
    is_named = len(plotted) <= MOST_NAMED
    if is_named:
        return _plot_named(plotted)
    left, right, top, bottom = 40.0, WIDTH - 8, 26.0, HEIGHT - 36
    plot = Plot("occurrences", "Occurrences of each expression", _plot_description(rows), HEIGHT, WIDTH)
    ticks = find_ticks(max(row.count for row in plotted))
    scale = Scale(0, ticks[-1], bottom, top)
    for tick in ticks:
        plot.line("axis" if tick == 0 else "grid", (left, scale(tick)), (right, scale(tick)))
        plot.text("label", left - 8, scale(tick) + 4, f"{tick:g}", "end")
    step = (right - left) / len(plotted)
    for index, row in enumerate(plotted):
        says = f"{row.label}: {row.count}"
        height = bottom - scale(row.count)
        plot.bar(left + step * index, scale(row.count), max(step * 0.8, 0.6), height, says)
    plot.text("label", 0, top - 10, "Occurrences")
    plot.text("label", left, bottom + 18, "most frequent")
    plot.text("label", right, bottom + 18, f"rank {len(plotted):,}", "end")
    return plot


def _plot_named(rows: Sequence[Occurrences]) -> Plot:
    """Plot a line for each expression; there must be at most MOST_NAMED."""
    row_height, left, right, top = 22.0, 216.0, WIDTH - 44, 8.0
    plot = Plot(
        "occurrences",
        "Occurrences of each expression",
        _plot_description(rows),
        top + row_height * len(rows) + 8,
        WIDTH,
    )
    scale = Scale(0, max(row.count for row in rows), left, right)
    plot.line("axis", (left, top), (left, top + row_height * len(rows)))
    for index, row in enumerate(rows):
        y = top + row_height * index
        plot.text("name", 0, y + 15.5, shorten(row.label))
        plot.bar(left, y + 4, scale(row.count) - left, row_height - 8, f"{row.label}: {row.count}")
        plot.text("value", WIDTH, y + 15.5, f"{row.count:,}", "end")
    return plot


def _plot_description(rows: Sequence[Occurrences]) -> str:
    total = sum(row.count for row in rows)
    once = sum(row.count == 1 for row in rows)
    return (
        f"{len(rows):,} expressions occur {total:,} times; “{rows[0].label}” most often, {rows[0].count:,} times; "
        f"{once:,} once."
    )
