"""Pairs added to training data: dictionary entries, and back-translated sentences (Zaninello & Birch 2020, §6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

Texts = tuple[str, str]


def read_dictionary_pairs(lines: Iterable[str], *, only_expressions: bool = True) -> Iterator[Texts]:
    """`walk off⇥andarsene; svignarsela`: one pair for each translation, parted by semicolons. Unless asked for, entries
    of one word are passed over, since those are no expressions. ValueError names the first line without a tab."""
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
            if shown := " ".join(translation.split()):
                yield entry, shown


def pair_back_translations(sources: Iterable[str], targets: Iterable[str]) -> Iterator[Texts]:
    """Sentences of the target language beside what a system made of them in the source language; pairs with an empty
    side are passed over. ValueError where one text ends before the other."""
    for number, (source, target) in enumerate(zip_longest(sources, targets), start=1):
        if source is None or target is None:
            shorter = "source" if source is None else "target"
            raise ValueError(f"line {number}: The {shorter} side of the back-translated text ends here.")
        if source.strip() and target.strip():
            yield source, target
