"""Tables for a paper: LaTeX with booktabs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from annotation_site.texts.format_characters import is_shown_in_text

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # After \\ these would be its argument.
    "[": "{[}",
    "*": "{*}",
    "`": r"\textasciigrave{}",
    # LaTeX's own fonts have them in formulas only.
    "−": "$-$",
    "→": r"$\rightarrow$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "±": r"$\pm$",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    **{letter: f"$\\{name}$" for letter, name in {"α": "alpha", "κ": "kappa", "ρ": "rho", "τ": "tau"}.items()},
}
# Two in a row would be printed as one other character.
_LIGATURE = re.compile(r"([-,'])(?=\1)")


def escape_latex(text: str) -> str:
    """Escape text for LaTeX; unprintable characters such as line breaks become spaces."""
    escaped = "".join(_SPECIAL.get(each, each if is_shown_in_text(each) else " ") for each in text)
    return _LIGATURE.sub(r"\1{}", escaped)


@dataclass(frozen=True, slots=True)
class Placed:
    """A value with its place in its column: the best, or not significantly worse than the best."""

    value: object
    is_best: bool = False
    is_equal: bool = False


@dataclass(frozen=True, slots=True)
class PaperTable:
    """Rows of a table for a paper, the first of them the head, and the test behind its daggers, if there was one.

    `spans` are heads above columns, each with the number of these; `rules` are rows of the body below a rule.
    """

    rows: Iterable[Sequence[object]]
    test: str = ""
    spans: Sequence[tuple[str, int]] = ()
    rules: Collection[int] = ()
    names: int = 1  # first columns, which are left-aligned; an empty name says no more than the one above it
    notes: Sequence[str] = ()  # sentences for the reader, as comments


def place_column(values: Sequence[object], order: Sequence[float | None], equals: Iterable[int] = ()) -> list[Placed]:
    """Return the values of a column with the best marked: the highest in `order`, and those printed alike, deviations
    aside; `equals` are the places of values that are not significantly worse.
    """
    ranked = [(number, place) for place, number in enumerate(order) if number is not None]
    if len(ranked) < 2:
        return [Placed(value) for value in values]
    means = [_print(value).partition(" ±")[0] for value in values]
    best, equal = means[max(ranked)[1]], set(equals)
    there = {place for _, place in ranked}
    return [
        Placed(value, place in there and means[place] == best, place in equal) for place, value in enumerate(values)
    ]


def print_table(rows: Iterable[Sequence[object]] | PaperTable) -> str:
    """Return rows of plain values, the first of them the head, as LaTeX: three decimals, and a dash for no value. A
    column named `p` never has 0.000.
    """
    table = rows if isinstance(rows, PaperTable) else PaperTable(rows)
    head, *body = table.rows
    p = {place for place, name in enumerate(head) if name == "p"}
    rows = [[_print_p(cell) if place in p else cell for place, cell in enumerate(row)] for row in body]
    return write_latex([_print(cell) for cell in head], replace(table, rows=rows))


def print_interval(ends: Sequence[float | None] | None) -> str:
    """Return an interval in one cell: 0.643–0.944, and −0.523 to 0.912, as a dash would look like a minus."""
    if not ends or ends[0] is None or ends[1] is None:
        return _print(None)
    return f"{_print(ends[0])} to {_print(ends[1])}" if ends[0] < 0 else f"{_print(ends[0])}–{_print(ends[1])}"


def write_latex(head: Sequence[str], table: PaperTable) -> str:
    """Return a tabular with names left-aligned and figures right-aligned, and the rows of the table as its body;
    comments before it name the packages needed and explain the marks.
    """
    rows = list(table.rows)
    placed = [cell for row in rows for cell in row if isinstance(cell, Placed)]
    lines = [r"% \usepackage[T1]{fontenc} \usepackage{booktabs}"]
    if any(cell.is_best for cell in placed):
        lines.append("% Bold: best.")
    if any(cell.is_equal and not cell.is_best for cell in placed):
        lines.append(f"% Dagger: not significantly worse than the best ({table.test}).")
    lines += [f"% {' '.join(note.split())}" for note in table.notes]
    aligned = "l" * table.names + "r" * (len(head) - table.names)
    lines += [rf"\begin{{tabular}}{{{aligned}}}", r"\toprule", *_span(table.spans), _row(head), r"\midrule"]
    for place, row in enumerate(rows):
        line = _row(row, names=table.names)
        lines += [r"\midrule", line] if place in table.rules else [line]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _span(spans: Sequence[tuple[str, int]]) -> list[str]:
    """Return a row of heads above columns, with a rule below each."""
    cells, rules, end = [], [], 0
    for title, width in spans:
        start, end = end + 1, end + width
        cells.append(rf"\multicolumn{{{width}}}{{c}}{{{escape_latex(title)}}}")
        rules += [rf"\cmidrule(lr){{{start}-{end}}}"] if title else []
    return [" & ".join(cells) + r" \\", " ".join(rules)] if spans else []


def _row(cells: Sequence[object], names: int = 0) -> str:
    written = ("" if place < names and cell == "" else _cell(cell) for place, cell in enumerate(cells))
    return " & ".join(written) + r" \\"


def _cell(cell: object) -> str:
    if not isinstance(cell, Placed):
        return escape_latex(_print(cell))
    text = escape_latex(_print(cell.value))
    if cell.is_best:
        return rf"\textbf{{{text}}}"
    # Without a width of its own, so that the digits stay below one another.
    return rf"{text}\rlap{{$^\dagger$}}" if cell.is_equal else text


def _print_p(cell: object) -> object:
    return "< 0.001" if isinstance(cell, float) and cell < 0.001 else cell


def _print(cell: object) -> str:
    if isinstance(cell, float):
        return f"{cell:z.3f}".replace("-", "−")
    if isinstance(cell, int):
        return str(cell).replace("-", "−")
    return "–" if cell is None or cell == "" else str(cell)
