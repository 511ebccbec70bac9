"""Plots of ratings: agreement over time, and the width of its interval to come."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from annotation_site.figures.plots import WIDTH, Plot, Scale, Shape, find_ticks
from evaluation.rating_agreement.plan import RatingPlan
from evaluation.rating_agreement.report import ORDER_LEVEL, Report

PLANNED: dict[bool, tuple[str, Shape]] = {True: ("dot", "circle"), False: ("symbol-open", "diamond")}
TOP, BOTTOM, LEFT, RIGHT = 46.0, 226.0, 48.0, WIDTH - 16.0
MOST_SYMBOLS = 40
MOST_NAMES = 5
# Key in a stretch, line, symbol, its shape and name; what lies on top comes last.
LINES: tuple[tuple[str, str, str, Shape, str], ...] = (
    ("within", "axis", "symbol-open", "diamond", "this period"),
    ("so_far", "interval", "dot", "circle", "cumulative"),
)


def plot_rating_timeline(stretches: Sequence[Report], title: str) -> Plot:
    """Plot ordinal alpha of each stretch and of everything up to its end, at equal distances."""
    plot = Plot("rating-timeline", title, describe_stretches(stretches), height=BOTTOM + 34)
    values = [row[key][ORDER_LEVEL] for row in stretches for key, *_ in LINES]
    up = scale_alphas(plot, [value for value in values if value is not None])
    x = 8.0
    for _, line, symbol, shape, label in reversed(LINES):
        plot.line(line, (x - 8, 10), (x + 8, 10))
        plot.symbol(symbol, shape, x, 10, size=5)
        plot.text("label", x + 15, 14, label)
        x += 15 + 5.8 * len(label) + 30
    across = Scale(0, max(len(stretches) - 1, 1), LEFT + 34, RIGHT - 40)
    for place in choose_places(len(stretches)):
        plot.text("label", across(place), BOTTOM + 20, str(stretches[place]["stretch"]).split("–")[-1], "middle")
    for key, line, symbol, shape, label in LINES:
        found = [(place, row, row[key][ORDER_LEVEL]) for place, row in enumerate(stretches)]
        shown = [(across(place), row, value) for place, row, value in found if value is not None]
        for (start, _, low), (end, _, high) in pairwise(shown):
            plot.line(line, (start, up(low)), (end, up(high)))
        if len(shown) <= MOST_SYMBOLS:
            for at, row, value in shown:
                says = f"{row['stretch']}, {label}: {value:.4f}, {row['ratings']:,} ratings"
                plot.symbol(symbol, shape, at, up(value), says, size=5)
    return plot


def plot_plan(plan: RatingPlan) -> Plot:
    """Plot the width of alpha's interval over ratings of each unit; filled if sampled, open if extrapolated."""
    said = "; ".join(f"{each.ratings} ratings: {each.width:.3f}" for each in plan.widths)
    plot = Plot("plan", "Width of alpha’s interval by ratings per unit", f"{said}.", height=BOTTOM + 52)
    ticks = find_ticks(max(each.width for each in plan.widths), 4)
    up = Scale(0, ticks[-1], BOTTOM, 20.0)
    across = Scale(plan.widths[0].ratings, plan.widths[-1].ratings, LEFT + 16, RIGHT - 12)
    for tick in ticks:
        plot.line("axis" if tick == 0 else "grid", (LEFT, up(tick)), (RIGHT, up(tick)))
        plot.text("label", LEFT - 8, up(tick) + 4, f"{tick:g}", "end")
    named = -math.inf
    for each in plan.widths:
        if across(each.ratings) - named >= 22:
            named = across(each.ratings)
            plot.text("label", named, BOTTOM + 20, str(each.ratings), "middle")
    plot.text("label", (LEFT + RIGHT) / 2, BOTTOM + 44, "ratings per unit", "middle")
    for before, after in pairwise(plan.widths):
        start, end = (across(before.ratings), up(before.width)), (across(after.ratings), up(after.width))
        plot.line("interval" if after.is_sampled else "axis", start, end)
    for each in plan.widths:
        kind, shape = PLANNED[each.is_sampled]
        plot.symbol(
            kind, shape, across(each.ratings), up(each.width), f"{each.ratings} ratings: {each.width:.4f}", size=5
        )
    return plot


def scale_alphas(plot: Plot, values: Sequence[float]) -> Scale:
    """Plot a horizontal grid from a step below the least value to a step above the greatest, within −1 and 1."""
    least, most = min(values, default=0.0), max(values, default=1.0)
    step = next(each for each in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if (most - least) / each <= 5 or each == 0.5)
    low, high = math.floor(least / step - 1e-9), math.ceil(most / step + 1e-9)
    high = max(high, low + 1)
    up = Scale(low * step, high * step, BOTTOM, TOP)
    for count in range(low, high + 1):
        tick = round(count * step, 4)
        plot.line("axis" if count == low else "grid", (LEFT, up(tick)), (RIGHT, up(tick)))
        plot.text("label", LEFT - 10, up(tick) + 4, f"{tick:g}".replace("-", "−"), "end")
    return up


def choose_places(count: int) -> list[int]:
    """Return at most MOST_NAMES of `count` places, including the first and the last."""
    if count <= MOST_NAMES:
        return list(range(count))
    return sorted({round(place * (count - 1) / (MOST_NAMES - 1)) for place in range(MOST_NAMES)})


def describe_stretches(stretches: Sequence[Report]) -> str:
    """Return a text alternative for the plot."""
    said = []
    for row in stretches[-MOST_SYMBOLS:]:
        values = [row[key][ORDER_LEVEL] for key, *_ in LINES]
        told = ["undefined" if value is None else f"{value:.3f}" for value in values]
        said.append(f"{row['stretch']}: {told[0]}, so far {told[1]}")
    return f"Ordinal alpha by period and cumulative. {'; '.join(said)}."
