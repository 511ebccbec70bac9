"""Checks of what a table of system outputs has that its author may not have meant."""

from __future__ import annotations

from collections.abc import Sequence

from annotation_site.tables.checks import EmptyCells, SimilarNames, describe_short_lines, list_lines
from annotation_site.tables.reading import Table
from annotation_site.texts.format_characters import clean
from evaluation.files.by_system import TextsBySystem


def check_translations(
    table: Table, translated: TextsBySystem, sources: Sequence[str], known_systems: Sequence[str]
) -> list[str]:
    """Return sentences on what the table has that its author may not have meant: sources that differ from the test
    set's, empty cells, outputs that are the same, and names that differ in case or spaces only.
    """
    warnings = ["The file counts segments from 0: its segment 0 is the first."] if translated.counts_from_zero else []
    differing = [
        line for number, (line, text) in translated.sources.items() if _squeeze(text) != _squeeze(sources[number - 1])
    ]
    if differing:
        rows = "1 row has" if len(differing) == 1 else f"{len(differing):,} rows have"
        warnings.append(f"{rows} another source sentence than the segment: {list_lines(differing, len(differing))}.")
    for name, of_system in translated.systems.items():
        empty = EmptyCells(of_system.column if of_system.column == name else f"{of_system.column} of {name}")
        for line, text in zip(of_system.lines, of_system.texts, strict=True):
            if line:
                empty.add(line, text)
        warnings += empty.sentences()
    warnings += _sentences_on_same_outputs(translated)
    names = SimilarNames("systems")
    for name in dict.fromkeys([*known_systems, *translated.systems]):
        names.add(name)
    return [*warnings, *names.sentences(), *describe_short_lines(table.short_lines)]


def _sentences_on_same_outputs(translated: TextsBySystem) -> list[str]:
    """Return a sentence for each system whose translations are all those of an earlier one."""
    first: dict[tuple[str, ...], str] = {}
    sentences = []
    for name, of_system in translated.systems.items():
        texts = tuple(of_system.texts)
        before = first.setdefault(texts, name)
        if before != name and any(texts):
            sentences.append(f"“{before}” and “{name}” have the same translations.")
    return sentences


def _squeeze(text: str) -> str:
    return " ".join(clean(text).split())
