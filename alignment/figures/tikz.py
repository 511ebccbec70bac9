"""Figures of an alignment as TikZ for LaTeX, which places words by their real widths. Pure."""

import re
from collections.abc import Iterator, Sequence

from alignment.figures.links import AlignmentFigure, Label, Origin, Sentence

ROW_GAP, COLUMN_GAP, LINE = "2.2", "2.6", 0.55  # centimetres
DOUBLED = "1.2pt"
# Dark, teal, amber: the site's light colours.
COLOURS: dict[Origin, str] = {"both": "1F1D1A", "first": "0A6B66", "second": "975800"}
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{letter: f"\\{letter}" for letter in "$&#_%"},
}
_SPECIALS = re.compile("|".join(map(re.escape, _SPECIAL)))


def write_tikz(figure: AlignmentFigure) -> str:
    """Return a tikzpicture with its legend; words stand as nodes s1… and t1…, counted from 1."""
    return "\n".join(
        [
            f"% {_write_comment(figure.title)}",
            r"% Needs \usepackage{tikz}. Scripts beyond Latin need XeLaTeX or LuaLaTeX and a font that has them.",
            *[f"\\definecolor{{link{origin}}}{{HTML}}{{{colour}}}" for origin, colour in COLOURS.items()],
            r"\begin{tikzpicture}[",
            r"  word/.style={inner sep=1pt, outer sep=2pt, text height=1.7ex, text depth=0.5ex},",
            r"  sure/.style={line width=0.7pt}, possible/.style={line width=0.7pt, dashed},",
            r"  both/.style={linkboth}, first/.style={linkfirst}, second/.style={linksecond}]",
            *_write_words(figure),
            *_write_links(figure),
            *_write_legend(figure),
            r"\end{tikzpicture}",
            "",
        ]
    )


def escape_latex(text: str) -> str:
    """Return text that LaTeX prints as it stands."""
    return _SPECIALS.sub(lambda match: _SPECIAL[match[0]], text)


def _write_comment(text: str) -> str:
    return " ".join(text.split())


def _write_words(figure: AlignmentFigure) -> Iterator[str]:
    if figure.direction == "columns":
        yield from _write_column("s", figure.source.words, "0", "base east")
        yield from _write_column("t", figure.target.words, COLUMN_GAP, "base west")
    else:
        yield from _write_row("s", figure.source, "0")
        yield from _write_row("t", figure.target, f"-{ROW_GAP}")


def _write_column(side: str, words: Sequence[str], x: str, anchor: str) -> Iterator[str]:
    for number, word in enumerate(words, 1):
        yield f"\\node[word, anchor={anchor}] ({side}{number}) at ({x},{-LINE * number:.2f}) {{{escape_latex(word)}}};"


def _write_row(side: str, sentence: Sentence, y: str) -> Iterator[str]:
    position = f"(0,{y})"
    for index in sentence.places():
        name = f"{side}{index + 1}"
        yield f"\\node[word, anchor=base west] ({name}) at {position} {{{escape_latex(sentence.words[index])}}};"
        position = f"([xshift=0.3em]{name}.base east)"


def _write_links(figure: AlignmentFigure) -> Iterator[str]:
    if figure.direction == "rows":
        start, end, axis = "south", "north", "xshift"
    else:
        start, end, axis = "east", "west", "yshift"
    for link in figure.links:
        sign = "-" if link.origin == "first" else ""
        shift = f"[{axis}={sign}{DOUBLED}]" if link.is_doubled else ""
        source, target = f"s{link.cell[0] + 1}.{start}", f"t{link.cell[1] + 1}.{end}"
        yield f"\\draw[{_name_style(link.origin, link.label)}] ({shift}{source}) -- ({shift}{target});"


def _write_legend(figure: AlignmentFigure) -> Iterator[str]:
    legend = figure.legend()
    if legend:
        yield r"\coordinate (legend) at ([yshift=-0.5cm]current bounding box.south west);"
    for row, (origin, label, name) in enumerate(legend):
        yield (
            f"\\draw[{_name_style(origin, label)}] ([yshift={-0.45 * row:.2f}cm]legend) -- ++(0.8,0)"
            f" node[right, black, font=\\footnotesize] {{{escape_latex(name)}}};"
        )


def _name_style(origin: Origin, label: Label) -> str:
    return f"{'sure' if label == 'S' else 'possible'}, {origin}"
