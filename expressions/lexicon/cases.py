"""Solved cases as a file: lemmas, category and note, parted by tabulators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from annotation_site.tables.cells import unescape_cell, write_tab_row
from annotation_site.texts.faults import FormatError
from expressions.categories.presets import NOT_AN_EXPRESSION, is_not_an_expression

HEADER = ("lemmas", "category", "note")


class Case(NamedTuple):
    """A decision about a lexical item: a category, NotMWE, or nothing where it depends on the context."""

    lemmas: tuple[str, ...]
    category: str = ""
    note: str = ""


def write_cases(cases: Iterable[Case]) -> Iterator[str]:
    """Yield the lines of the file, those of its header first."""
    yield write_tab_row(HEADER)
    yield from map(write_tab_row, list_rows(cases))


def list_rows(cases: Iterable[Case]) -> Iterator[tuple[str, str, str]]:
    """Yield the cells of each case, a note in one line."""
    for lemmas, category, note in cases:
        yield " ".join(lemmas), category, " ".join(note.split())


def read_cases(lines: Iterable[str], name: str, categories: Sequence[str]) -> Iterator[Case]:
    """Yield the cases, of several about the same lemmas each. Columns after the third do not count, so that a released
    lexicon.tsv can be read. Raise FormatError, naming the line, for a category that the project has not.
    """
    for number, line in enumerate(lines, 1):
        cells = [unescape_cell(cell.strip()) for cell in line.rstrip("\r\n").split("\t")]
        if not any(cells) or (number == 1 and cells[0] == HEADER[0]):
            continue
        lemmas = tuple(sorted(cells[0].split()))
        category = cells[1] if len(cells) > 1 else ""
        category = NOT_AN_EXPRESSION if is_not_an_expression(category) else category
        if not lemmas:
            raise FormatError(
                name, number, "The line has no lemmas. Write lemmas, category and note, parted by tabulators."
            )
        if category not in ("", NOT_AN_EXPRESSION, *categories):
            raise FormatError(name, number, f"“{category[:40]}” is no category of this project.")
        yield Case(lemmas, category, cells[2] if len(cells) > 2 and not cells[2].isdecimal() else "")
