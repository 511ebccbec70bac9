"""A sentence pair that its annotators read differently, in words: which words each of them links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from alignment.readings.links import Cell, GoldPolicy, Label, Reading, disagreements, link_groups
from annotation_site.languages.marks import gettext_noop

LABEL_NAMES: dict[Label | None, str] = {
    "S": gettext_noop("Sure"),
    "P": gettext_noop("Possible"),
    None: gettext_noop("no link"),
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence. `ordinal` counts words of the same spelling and is 0 if there is only one; `joins` is set
    if one line may run under this word and the one before it.
    """

    index: int
    text: str
    ordinal: int = 0
    label: Label | None = None
    after_gap: bool = False
    joins: bool = False


@dataclass(frozen=True, slots=True)
class LabelCounts:
    """Numbers of links by label."""

    sure: int = 0
    possible: int = 0


@dataclass(frozen=True, slots=True)
class ReadAs:
    """One annotator's links of a card's source words; `is_unaligned` is set if all of these are marked so."""

    pseudonym: str
    words: tuple[Word, ...]
    counts: LabelCounts
    is_unaligned: bool
    without_counterpart: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Dispute:
    """A sentence pair with its readings, by pseudonym, the policy that settles what stays open, and the
    translation of texts about it.
    """

    source: Sequence[str]
    target: Sequence[str]
    readings: Mapping[str, Reading]
    policy: GoldPolicy
    translate: Callable[[str], str] = str

    def labels(self, cell: Cell) -> tuple[Label | None, ...]:
        return tuple(reading.links.get(cell) for reading in self.readings.values())

    def is_disputed(self, cell: Cell) -> bool:
        return len(set(self.labels(cell))) > 1

    @property
    def disputed(self) -> list[Cell]:
        return disagreements(list(self.readings.values()))


def list_agreed(dispute: Dispute) -> list[tuple[tuple[Word, ...], tuple[Word, ...], LabelCounts]]:
    """Return source words, target words and counts of the link groups that all annotators drew alike."""
    readings = list(dispute.readings.values())
    shared = set.intersection(*({*reading.links.items()} for reading in readings)) if readings else set()
    labels = dict(shared)
    return [
        (
            pick_words(dispute.source, {cell[0] for cell in group}),
            pick_words(dispute.target, {cell[1] for cell in group}),
            _count_labels(labels[cell] for cell in group),
        )
        for group in link_groups(labels)
    ]


def compare_words(dispute: Dispute) -> list[tuple[Word, list[ReadAs], bool]]:
    """Return every source word with each annotator's reading of it, and whether they differ."""
    disputed = {source for source, _ in dispute.disputed}
    return [
        (
            pick_words(dispute.source, [index])[0],
            [read_as(dispute, name, {index}, set()) for name in dispute.readings],
            index in disputed,
        )
        for index in range(len(dispute.source))
    ]


def pick_words(
    tokens: Sequence[str], indices: Iterable[int], labels: Mapping[int, Label] | None = None
) -> tuple[Word, ...]:
    """Return the words at these indices of a sentence, in its order."""
    words: list[Word] = []
    for index in sorted(indices):
        text, label = tokens[index], (labels or {}).get(index)
        ordinal = tokens[: index + 1].count(text) if tokens.count(text) > 1 else 0
        follows = bool(words) and words[-1].index == index - 1
        joins = follows and words[-1].label == label
        words.append(Word(index, text, ordinal, label, after_gap=bool(words) and not follows, joins=joins))
    return tuple(words)


def read_as(dispute: Dispute, pseudonym: str, sources: set[int], targets: set[int]) -> ReadAs:
    """Return the words that the annotator links the source words with, and those of `targets` marked as unaligned."""
    reading = dispute.readings[pseudonym]
    links = {cell: label for cell, label in reading.links.items() if cell[0] in sources}
    labels: dict[int, Label] = {}
    for (_, target), label in links.items():
        labels[target] = "S" if "S" in (label, labels.get(target)) else "P"
    return ReadAs(
        pseudonym,
        pick_words(dispute.target, labels, labels),
        _count_labels(links.values()),
        not links and sources <= reading.unaligned_source,
        pick_words(dispute.target, targets & reading.unaligned_target),
    )


def _count_labels(labels: Iterable[Label]) -> LabelCounts:
    counted = Counter(labels)
    return LabelCounts(counted["S"], counted["P"])
