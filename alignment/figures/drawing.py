"""Figures of an alignment as a plot: words in two rows, or in two columns where sentences are long. Pure."""

import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from alignment.figures.links import AlignmentFigure, DrawnLink, Label, Origin, Sentence
from annotation_site.figures.plots import Plot

EDGE = 16  # around everything
ROW_GAP = 96  # between both rows of words
COLUMN_GAP = 150  # between both columns
LINE = 24  # from word to word in a column, and from row to row of the legend
WORD_GAP = 14
WORD_SIZE = 16
DOUBLED = 2.0  # half the distance of two lines between the same words
SAMPLE = 36
Point = tuple[float, float]

LINES: Mapping[tuple[Origin, Label], str] = {
    ("both", "S"): "link-both",
    ("both", "P"): "link-both-possible",
    ("first", "S"): "link-first",
    ("first", "P"): "link-first-possible",
    ("second", "S"): "link-second",
    ("second", "P"): "link-second-possible",
}
_NARROW, _WIDE = frozenset("ijlIft.,;:!'’|()[]r-"), frozenset("mwMWQO@%&—")


@dataclass(frozen=True, slots=True)
class Layout:
    """Places of words, with the anchor of their text, and the ends of their links."""

    words: Sequence[tuple[str, Point, str]]
    starts: Sequence[Point]
    ends: Sequence[Point]
    width: float
    bottom: float


def draw_figure(figure: AlignmentFigure) -> Plot:
    """Return the plot; places are estimated from the letters, as nobody can tell which font will be there."""
    layout = _lay_out_rows(figure) if figure.direction == "rows" else _lay_out_columns(figure)
    plot = _new_plot(figure, layout)
    for word, (x, y), anchor in layout.words:
        plot.text("word", x, y, word, anchor)
    for link in figure.links:
        source, target = link.cell
        says = f"{figure.source.words[source]} – {figure.target.words[target]}"
        ends = _shift(layout.starts[source], layout.ends[target], link)
        plot.line(name_line(link.origin, link.label), *ends, says)
    _add_legend(plot, figure, layout.bottom)
    return plot


def _lay_out_rows(figure: AlignmentFigure) -> Layout:
    source_offsets, source_width = _place_in_row(figure.source)
    target_offsets, target_width = _place_in_row(figure.target)
    width = max(source_width, target_width)
    # The shorter sentence is centred.
    sources = [x + (width - source_width) / 2 for x in source_offsets]
    targets = [x + (width - target_width) / 2 for x in target_offsets]
    upper = EDGE + WORD_SIZE
    lower = upper + ROW_GAP + WORD_SIZE
    words = [(word, (x, upper), "middle") for word, x in zip(figure.source.words, sources, strict=True)]
    words += [(word, (x, lower), "middle") for word, x in zip(figure.target.words, targets, strict=True)]
    return Layout(
        words=words,
        starts=[(x, upper + 7) for x in sources],
        ends=[(x, lower - WORD_SIZE - 1) for x in targets],
        width=width,
        bottom=lower + LINE / 2,
    )


def _lay_out_columns(figure: AlignmentFigure) -> Layout:
    left = EDGE + max(map(estimate_width, figure.source.words), default=0)
    right = left + COLUMN_GAP
    longest = max(len(figure.source.words), len(figure.target.words))
    heights = [EDGE + WORD_SIZE + index * LINE for index in range(longest)]
    words = [(word, (left, y), "end") for word, y in zip(figure.source.words, heights, strict=False)]
    words += [(word, (right, y), "start") for word, y in zip(figure.target.words, heights, strict=False)]
    return Layout(
        words=words,
        starts=[(left + 7, y - WORD_SIZE / 3) for y in heights],
        ends=[(right - 7, y - WORD_SIZE / 3) for y in heights],
        width=right + max(map(estimate_width, figure.target.words), default=0) + EDGE,
        bottom=EDGE + longest * LINE,
    )


def name_line(origin: Origin, label: Label) -> str:
    """Return the class of a line, as the stylesheet knows it."""
    return LINES[origin, label]


def estimate_width(word: str) -> float:
    return WORD_SIZE * sum(map(_estimate_letter, word))


def _estimate_letter(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "FW":
        return 1
    if letter in _NARROW:
        return 0.34
    if letter in _WIDE:
        return 0.92
    return 0.7 if letter.isupper() else 0.57


def _place_in_row(sentence: Sentence) -> tuple[list[float], float]:
    """Return the centre of each word, and the width of the row with its edges."""
    centres, x = dict[int, float](), float(EDGE)
    for index in sentence.places():
        width = estimate_width(sentence.words[index])
        centres[index] = x + width / 2
        x += width + WORD_GAP
    return [centres[index] for index in range(len(sentence.words))], x - WORD_GAP + EDGE


def _shift(start: Point, end: Point, link: DrawnLink) -> tuple[Point, Point]:
    """Return the ends of the line; of two between the same words each moves aside."""
    if not link.is_doubled:
        return start, end
    across, down = end[0] - start[0], end[1] - start[1]
    step = (DOUBLED if link.origin == "first" else -DOUBLED) / math.hypot(across, down)
    aside = (-down * step, across * step)
    return (start[0] + aside[0], start[1] + aside[1]), (end[0] + aside[0], end[1] + aside[1])


def _new_plot(figure: AlignmentFigure, layout: Layout) -> Plot:
    legend = figure.legend()
    needed = max([SAMPLE + 10 + estimate_width(name) for _, _, name in legend], default=0) + 2 * EDGE
    height = layout.bottom + EDGE + LINE * len(legend)
    return Plot("alignment", figure.title, _links_in_words(figure), height, max(layout.width, needed))


def _add_legend(plot: Plot, figure: AlignmentFigure, bottom: float) -> None:
    for row, (origin, label, name) in enumerate(figure.legend(), 1):
        y = bottom + row * LINE
        plot.line(name_line(origin, label), (EDGE, y - 4), (EDGE + SAMPLE, y - 4))
        plot.text("label", EDGE + SAMPLE + 10, y, name)


def _links_in_words(figure: AlignmentFigure) -> str:
    """Return every link in words, for those who do not see the lines."""
    names = {(origin, label): name for origin, label, name in figure.legend()}
    return "; ".join(_kinds_in_words(figure, names)) or "No links."


def _kinds_in_words(figure: AlignmentFigure, names: dict[tuple[Origin, Label], str]) -> Iterable[str]:
    for kind, name in names.items():
        cells = [link.cell for link in figure.links if (link.origin, link.label) == kind]
        words = ", ".join(f"{figure.source.words[s]} – {figure.target.words[t]}" for s, t in cells)
        yield f"{name}: {words}"
