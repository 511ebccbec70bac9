"""Pairs added to training data: dictionary entries, and back-translated sentences (Zaninello & Birch 2020, §6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from annotation_site.texts.in_step import read_lines_in_step

Texts = tuple[str, str]


def read_dictionary_pairs(lines: Iterable[str], *, only_expressions: bool = True) -> Iterator[Texts]:
    """Yield a pair for each of an entry's translations, separated by semicolons: `walk off⇥andarsene; svignarsela`.

    Entries of one word are skipped by default, since they are no expressions. Raise ValueError, naming the first line
    without a tab.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        entry, tab, translations = line.partition("\t")
        entry = " ".join(entry.split())
        if not tab or not entry:
            raise ValueError(f"line {number}: The line must be an expression, a tab and translations.")
        if only_expressions and " " not in entry:
            continue
        for translation in translations.split(";"):
            if text := " ".join(translation.split()):
                yield entry, text


def pair_back_translations(sources: Iterable[str], targets: Iterable[str]) -> Iterator[Texts]:
    """Yield sentences of the target language with their machine translations into the source language.

    Pairs with an empty side are skipped. Raise ValueError if one text ends before a line of the other.
    """
    for source, target in read_lines_in_step([sources, targets], _refuse_end):
        if source.strip() and target.strip():
            yield source, target


def _refuse_end(shorter: int, _longer: int, line: int) -> ValueError:
    return ValueError(f"line {line}: The {('source', 'target')[shorter]} side of the back-translated text ends here.")
