"""Streaming access to the pairs of a release, from its archive."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import IO

from alignment.readings.links import Cell, Label, Reading
from alignment.releases.files import GOLD, TEXTS


@dataclass(frozen=True, slots=True)
class GoldPair:
    """One pair of a release; `position` is its line in the texts, from 1, `number` its number in the project.

    Target words are None where every word was to be aligned.
    """

    position: int
    number: int
    identifier: str
    source_tokens: list[str]
    target_tokens: list[str]
    links: dict[Cell, Label]
    source_target_words: frozenset[int] | None = None
    target_target_words: frozenset[int] | None = None

    def in_scope(self, cell: Cell) -> bool:
        """Return whether a link is scored: if target words were aligned, only links that touch one of them are."""
        if self.source_target_words is None or self.target_target_words is None:
            return True
        return cell[0] in self.source_target_words or cell[1] in self.target_target_words


class TargetWordsMissing(ValueError):
    """Raised for a release of target words that does not list them; a system's other links would count as wrong."""


def read_gold(file: IO[bytes], *, target_words_only: bool) -> Iterator[GoldPair]:
    """Yield pairs in the order of the release's texts, streamed from the zip; raise ValueError if its files do not
    match.
    """
    with zipfile.ZipFile(file) as archive:
        names = {name.rpartition("/")[2]: name for name in archive.namelist()}
        with closing(_lines(archive, names[TEXTS])) as texts, closing(_lines(archive, names[GOLD])) as gold:
            for position, (text, links) in enumerate(zip(texts, gold, strict=True), start=1):
                yield _parse_pair(position, text, links, target_words_only=target_words_only)


def _parse_pair(position: int, text_line: str, gold_line: str, *, target_words_only: bool) -> GoldPair:
    text = json.loads(text_line)
    source_words = target_words = None
    if target_words_only:
        try:
            source_words = frozenset(text["source_target_words"])
            target_words = frozenset(text["target_target_words"])
        except KeyError as error:
            raise TargetWordsMissing(
                "This release does not record its target words. Create a new release to score against."
            ) from error
    return GoldPair(
        position=position,
        number=text["number"],
        identifier=text["id"],
        source_tokens=text["source_tokens"],
        target_tokens=text["target_tokens"],
        links=dict(Reading.from_json(json.loads(gold_line)).links),
        source_target_words=source_words,
        target_target_words=target_words,
    )


def _lines(archive: zipfile.ZipFile, name: str) -> Generator[str, None, None]:
    with archive.open(name) as member:
        yield from io.TextIOWrapper(member, encoding="utf-8", newline="\n")
