"""Plot of the planner: the width of alpha’s interval to come."""

from __future__ import annotations

import math
from itertools import pairwise

from annotation_site.figures.plots import WIDTH, Plot, Scale, Shape, find_ticks
from evaluation.rating_agreement.plan import RatingPlan

PLANNED: dict[bool, tuple[str, Shape]] = {True: ("dot", "circle"), False: ("symbol-open", "diamond")}
TOP, BOTTOM, LEFT, RIGHT = 46.0, 226.0, 48.0, WIDTH - 16.0


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
