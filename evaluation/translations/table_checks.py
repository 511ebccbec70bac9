"""Checks of what a table of system outputs has that its author may not have meant."""

from __future__ import annotations

from collections.abc import Sequence

from annotation_site.tables.checks import EmptyCells, SimilarNames, describe_short_lines, list_lines
from annotation_site.tables.reading import Table
from annotation_site.texts.format_characters import clean
from evaluation.files.by_system import TextsBySystem


def check_translations(
    table: Table, found: TextsBySystem, sources: Sequence[str], known_systems: Sequence[str]
) -> list[str]:
    """Return sentences on what the table has that its author may not have meant: sources that differ from the test
    set's, empty cells, outputs that are the same, and names that differ in case or spaces only.
    """
    said = ["The file counts segments from 0: its segment 0 is the first."] if found.counts_from_zero else []
    differing = [
        line for number, (line, text) in found.sources.items() if _squeeze(text) != _squeeze(sources[number - 1])
    ]
    if differing:
        rows = "1 row has" if len(differing) == 1 else f"{len(differing):,} rows have"
        said.append(f"{rows} another source sentence than the segment: {list_lines(differing, len(differing))}.")
    for name, of_system in found.systems.items():
        empty = EmptyCells(of_system.column if of_system.column == name else f"{of_system.column} of {name}")
        for line, text in zip(of_system.lines, of_system.texts, strict=True):
            if line:
                empty.add(line, text)
        said += empty.sentences()
    said += _describe_same(found)
    names = SimilarNames("systems")
    for name in dict.fromkeys([*known_systems, *found.systems]):
        names.add(name)
    return [*said, *names.sentences(), *describe_short_lines(table.short_lines)]


def _describe_same(found: TextsBySystem) -> list[str]:
    """Return a sentence for each system whose translations are all those of an earlier one."""
    first: dict[tuple[str, ...], str] = {}
    said = []
    for name, of_system in found.systems.items():
        texts = tuple(of_system.texts)
        before = first.setdefault(texts, name)
        if before != name and any(texts):
            said.append(f"“{before}” and “{name}” have the same translations.")
    return said


def _squeeze(text: str) -> str:
    return " ".join(clean(text).split())
