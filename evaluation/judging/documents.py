"""Documents of a judging round: the position of a segment in its text, its neighbours, and whole ones as a sample."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

# Sentences shown on either side, and characters after which no further one is: a paragraph alone may have more.
MOST_NEIGHBOURS, MOST_CHARACTERS = 5, 1500


@dataclass(frozen=True, slots=True)
class DocumentPosition:
    """The document that a segment is a part of, and its position among its segments, from 1."""

    name: str
    position: int
    length: int


@dataclass(frozen=True, slots=True)
class Document:
    """A document with the numbers of its segments, in their order."""

    name: str
    numbers: tuple[int, ...]

    def find_position(self, number: int) -> DocumentPosition:
        """Return the position of a segment of the document."""
        return DocumentPosition(self.name, self.numbers.index(number) + 1, len(self.numbers))

    def list_before(self, number: int, lengths: Mapping[int, int]) -> list[int]:
        """Return the segments shown before this one, in their order, given the length of each source."""
        preceding = self.numbers[: self.numbers.index(number)]
        return _choose_nearest(preceding[::-1], lengths)[::-1]

    def list_after(self, number: int, lengths: Mapping[int, int]) -> list[int]:
        """Return the segments shown after this one, in their order."""
        return _choose_nearest(self.numbers[self.numbers.index(number) + 1 :], lengths)


def _choose_nearest(numbers: Sequence[int], lengths: Mapping[int, int]) -> list[int]:
    chosen: list[int] = []
    left = MOST_CHARACTERS
    for number in numbers[:MOST_NEIGHBOURS]:
        left -= lengths[number]
        if chosen and left < 0:
            break
        chosen.append(number)
    return chosen


def group_documents(segments: Iterable[tuple[int, str]]) -> dict[int, Document]:
    """Return the document of each segment that has one, given numbers and names in the order of the test set."""
    numbers_by_name: dict[str, list[int]] = {}
    for number, name in segments:
        if name:
            numbers_by_name.setdefault(name, []).append(number)
    documents: dict[int, Document] = {}
    for name, numbers in numbers_by_name.items():
        documents |= dict.fromkeys(numbers, Document(name, tuple(numbers)))
    return documents


def choose_whole_documents(generator: Random, names: Sequence[str], sample: int | None) -> Sequence[int]:
    """Return the indexes of units whose documents were drawn, in their order, until there are `sample` of them or more;
    all without a number. A unit without a document stands alone.
    """
    if sample is None or sample >= len(names):
        return range(len(names))
    indexes_by_document: dict[str | int, list[int]] = {}
    for index, name in enumerate(names):
        indexes_by_document.setdefault(name or index, []).append(index)
    documents = list(indexes_by_document)
    generator.shuffle(documents)
    chosen: list[int] = []
    for document in documents:
        if len(chosen) >= sample:
            break
        chosen += indexes_by_document[document]
    return sorted(chosen)
