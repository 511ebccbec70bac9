"""Plots of the agreement page: annotator pairs on one axis, and the distribution of agreement over sentences."""

from collections.abc import Callable, Mapping, Sequence

from alignment.agreement.agr import Flavour, agr
from annotation_site.figures.plots import ROW, WIDTH, Plot, Scale, Shape, add_ticks, find_ticks
from evaluation.agreement.lines import plot_frequencies, plot_guidelines, plot_timeline
from evaluation.agreement.report import FLAVOURS, AgreementReport, AnnotatorPair

MOST_ROWS = 20
# Two shapes, filled and open: the four can be told apart without colour.
MARKS: Mapping[Flavour, tuple[str, Shape, str]] = {
    "any": ("symbol-open", "diamond", "link, any label"),
    "both": ("symbol", "diamond", "link and label"),
    "sure": ("dot", "circle", "Sure"),
    "possible": ("dot-open", "circle", "Possible"),
}
# Plotted in this order, so that the figure WAGS reports lies on top where symbols meet.
PLOTTED: tuple[Flavour, ...] = ("any", "possible", "sure", "both")


def plot_annotators(report: AgreementReport) -> Plot:
    """Plot one row per annotator pair with its four AGR, the pooled row last."""
    rows = [*report.annotator_pairs[:MOST_ROWS], report.pooled]
    top, left = 44.0, 46.0
    bottom = top + ROW * len(rows) + 6
    plot = Plot(
        name="annotators",
        title="Agreement of each annotator pair",
        description=" ".join(_describe_pair(row) for row in rows),
        height=bottom + 30,
    )
    # The symbol of full agreement must not touch the figure next to it.
    scale = Scale(0, 1, left, WIDTH - 116.0)
    _add_key(plot)
    plot.text("label", WIDTH - 52.0, top - 8, "S+P", "end")
    plot.text("label", WIDTH, top - 8, "pairs", "end")
    add_ticks(plot, scale, [0, 0.25, 0.5, 0.75, 1], top, bottom)
    for index, row in enumerate(rows):
        is_pooled = row is report.pooled
        y = top + ROW * index + ROW / 2 + (6 if is_pooled else 0)
        if is_pooled:
            plot.line("axis", (0, y - ROW / 2 - 2), (WIDTH, y - ROW / 2 - 2))
        _add_row(plot, scale, row, y)
    return plot


def _add_key(plot: Plot) -> None:
    x = 8.0
    for flavour in FLAVOURS:
        kind, shape, label = MARKS[flavour]
        plot.symbol(kind, shape, x, 10)
        plot.text("label", x + 13, 14, label)
        x += 13 + 5.4 * len(label) + 26


def _add_row(plot: Plot, scale: Scale, row: AnnotatorPair, y: float) -> None:
    values = {name: figure.value for name, figure in row.figures.items() if figure.value is not None}
    plot.text("value" if not row.first else "name", 0, y + 4.5, name_row(row))
    if values:
        plot.line("span", (scale(min(values.values())), y), (scale(max(values.values())), y))
    for flavour in PLOTTED:
        if (value := values.get(flavour)) is not None:
            kind, shape, label = MARKS[flavour]
            plot.symbol(kind, shape, scale(value), y, f"{name_row(row)}, {label}: {value:.3f}")
    both = values.get("both")
    plot.text("value", WIDTH - 52.0, y + 4.5, "–" if both is None else f"{both:.3f}", "end")
    plot.text("label", WIDTH, y + 4.5, f"{row.pairs:,}", "end")


def name_row(row: AnnotatorPair) -> str:
    return str(row) if row.first else "All"


def _describe_pair(row: AnnotatorPair) -> str:
    said = [
        f"{MARKS[name][2]} {figure.value:.3f}" if figure.value is not None else f"{MARKS[name][2]} undefined"
        for name, figure in row.figures.items()
    ]
    return f"{name_row(row)}: {', '.join(said)}."


def plot_distribution(report: AgreementReport) -> Plot:
    """Plot a histogram of AGR on links and labels over all comparisons of two readings of one sentence pair."""
    top, bottom, left = 34.0, 232.0, 48.0
    ticks = find_ticks(max(report.bins), 4)
    plot = Plot(
        name="distribution",
        title="Agreement of two readings of one sentence pair",
        description=_describe_bins(report.bins),
        height=bottom + 52,
    )
    across, up = Scale(0, 1, left, WIDTH - 10.0), Scale(0, ticks[-1], bottom, top)
    for tick in ticks:
        plot.line("axis" if tick == 0 else "grid", (left, up(tick)), (WIDTH - 10.0, up(tick)))
        plot.text("label", left - 10, up(tick) + 4, f"{tick:g}", "end")
    step = 1 / len(report.bins)
    for index, count in enumerate(report.bins):
        if count:
            start, end = across(index * step), across((index + 1) * step)
            says = f"{index * step:.2f} to {(index + 1) * step:.2f}: {count:,}"
            plot.bar(start + 1, up(count), end - start - 2, bottom - up(count), says)
    for tick in (0, 0.25, 0.5, 0.75, 1):
        plot.text("label", across(tick), bottom + 18, f"{tick:g}", "middle")
    plot.text("label", (left + WIDTH - 10.0) / 2, bottom + 42, "AGR of two readings, links with their label", "middle")
    _add_pooled(plot, report, across, top, bottom)
    return plot


def _add_pooled(plot: Plot, report: AgreementReport, across: Scale, top: float, bottom: float) -> None:
    # Bars never count unaligned words, so neither does the line over them.
    value = agr(report.pooled.counts, "both").value
    if value is None:
        return
    plot.line("rule-accent", (across(value), top - 8), (across(value), bottom))
    is_right = value > 0.6
    x, anchor = (across(value) - 6, "end") if is_right else (across(value) + 6, "start")
    plot.text("label", x, top - 14, f"all links pooled {value:.3f}", anchor)


def _describe_bins(bins: Sequence[int]) -> str:
    step = 1 / len(bins)
    said = [f"{i * step:.2f}–{(i + 1) * step:.2f}: {n:,}" for i, n in enumerate(bins) if n]
    return "Number of comparisons in each range of AGR. " + "; ".join(said) + "."


FIGURES: Mapping[str, Callable[[AgreementReport], Plot]] = {
    "annotators": plot_annotators,
    "distribution": plot_distribution,
    "timeline": plot_timeline,
    "guidelines": plot_guidelines,
    "frequencies": plot_frequencies,
}
