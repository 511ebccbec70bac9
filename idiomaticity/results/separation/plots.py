"""Plot of mean ratings by label: a box of the occurrences of each."""

from __future__ import annotations

from annotation_site.figures.plots import WIDTH, Plot, Scale
from idiomaticity.results.separation.figures import LabelReport
from idiomaticity.results.token_type.figures import summarise_box
from idiomaticity.results.token_type.plots import ROW, add_box, say_box

# Longer names would reach into the plot.
SHOWN_LETTERS = 24


def plot_labels(report: LabelReport) -> Plot:
    """Plot a row for each label: box from quartile to quartile with its median, whiskers, outliers, mean."""
    left, right, top = 190.0, WIDTH - 50.0, 30.0
    boxes = [
        (summary.label or "no label", summarise_box("whole", "", summary.means)) for summary in report.rated_labels
    ]
    bottom = top + ROW * len(boxes)
    description = " ".join(f"{name}: {say_box(box, 'occurrences')}." for name, box in boxes)
    plot = Plot("labels", "Mean ratings of occurrences by label", description, height=bottom + 44)
    across = Scale(report.scale.lowest, report.scale.highest, left, right)
    for tick in report.scale.ticks:
        plot.line("grid", (across(tick), top - 10), (across(tick), bottom))
        plot.text("label", across(tick), bottom + 20, str(tick), "middle")
    plot.text("label", WIDTH, top - 14, "n", "end")
    for index, (name, box) in enumerate(boxes):
        y = top + ROW * (index + 0.5)
        plot.text("label", 0, y + 4, name[:SHOWN_LETTERS])
        plot.text("label", WIDTH, y + 4, f"{box.n:,}", "end")
        add_box(plot, box, name, across, y, "occurrences")
    return plot
