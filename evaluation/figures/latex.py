"""Tables for a paper: LaTeX with booktabs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

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
    **{letter: f"$\\{name}$" for letter, name in {"α": "alpha", "κ": "kappa", "ρ": "rho", "τ": "tau"}.items()},
}
# Two in a row would be printed as one other character.
_LIGATURE = re.compile(r"([-,'])(?=\1)")


def escape_latex(text: str) -> str:
    """Escape text for LaTeX; unprintable characters such as line breaks become spaces."""
    escaped = "".join(_SPECIAL.get(each, each if each.isprintable() else " ") for each in text)
    return _LIGATURE.sub(r"\1{}", escaped)


def print_table(rows: Iterable[Sequence[object]]) -> str:
    """Return rows of plain values, the first of them the head, as LaTeX: three decimals, and a dash for no value."""
    head, *body = ([_print(cell) for cell in row] for row in rows)
    return write_latex(head, body)


def write_latex(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a tabular with the first column left-aligned and figures right-aligned; its first line names the packages
    needed.
    """
    lines = [r"% \usepackage[T1]{fontenc} \usepackage{booktabs}"]
    lines += [r"\begin{tabular}{l" + "r" * (len(head) - 1) + "}", r"\toprule", _row(head), r"\midrule"]
    lines += [_row(row) for row in rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _row(cells: Sequence[str]) -> str:
    return " & ".join(escape_latex(cell) for cell in cells) + r" \\"


def _print(cell: object) -> str:
    if isinstance(cell, float):
        return f"{cell:.3f}".replace("-", "−")
    return "–" if cell is None or cell == "" else str(cell)
