"""Agreement of annotators on links, as counts that add up over sentence pairs (so that a database can sum them)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import repeat
from operator import add, attrgetter
from typing import Literal, Self

from alignment.readings.links import Cell, Reading
from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.kappa import CategorySums
from annotation_site.languages.marks import gettext_noop

Flavour = Literal["any", "both", "sure", "possible"]
Side = Literal["source", "target"]
Confusion = Counter[tuple[str, str]]
Choices = tuple[str, ...]  # S, P or N of every rater for one item, or null

ABSENT = "N"
_NULL = -1  # null as the counterpart of the artificial NULL token
NULL_CHOSEN = "null"
_NO_LINKS = {
    "any": gettext_noop("Neither annotator has a link."),
    "both": gettext_noop("Neither annotator has a link."),
    "sure": gettext_noop("Neither annotator has a Sure link."),
    "possible": gettext_noop("Neither annotator has a Possible link."),
}


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Links of two annotators: the first's, the second's and those in common; `any` ignores labels. `unaligned` counts
    tokens marked "no counterpart", used only if agr is asked to count them; sure_possible are links Sure for the first
    and Possible for the second, possible_sure the reverse.
    """

    first_any: int = 0
    second_any: int = 0
    both_any: int = 0
    both_same_label: int = 0
    first_sure: int = 0
    second_sure: int = 0
    both_sure: int = 0
    first_possible: int = 0
    second_possible: int = 0
    both_possible: int = 0
    first_unaligned: int = 0
    second_unaligned: int = 0
    both_unaligned: int = 0
    sure_possible: int = 0
    possible_sure: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(*map(add, _as_row(self), _as_row(other)))

    @classmethod
    def from_confusion(cls, confusion: Mapping[tuple[str, str], int]) -> Self:
        """Return the counts of links behind a confusion; it has no marks."""
        count = Counter(confusion)
        labels = ("S", "P", ABSENT)
        first = {label: sum(count[label, other] for other in labels) for label in labels}
        second = {label: sum(count[other, label] for other in labels) for label in labels}
        return cls(
            first_any=first["S"] + first["P"],
            second_any=second["S"] + second["P"],
            both_any=sum(count[one, other] for one in "SP" for other in "SP"),
            both_same_label=count["S", "S"] + count["P", "P"],
            first_sure=first["S"],
            second_sure=second["S"],
            both_sure=count["S", "S"],
            first_possible=first["P"],
            second_possible=second["P"],
            both_possible=count["P", "P"],
            sure_possible=count["S", "P"],
            possible_sure=count["P", "S"],
        )

    def as_row(self) -> tuple[int, ...]:
        """Return the counts in the order of COUNT_NAMES."""
        return _as_row(self)

    def confusion(self) -> Confusion:
        """Return how often the first annotator chose S, P or N (no link) where the second chose S, P or N. Cells that
        neither linked are not counted: (N, N) does not occur.
        """
        return Counter(
            {
                ("S", "S"): self.both_sure,
                ("S", "P"): self.sure_possible,
                ("S", ABSENT): self.first_sure - self.both_sure - self.sure_possible,
                ("P", "S"): self.possible_sure,
                ("P", "P"): self.both_possible,
                ("P", ABSENT): self.first_possible - self.both_possible - self.possible_sure,
                (ABSENT, "S"): self.second_sure - self.both_sure - self.possible_sure,
                (ABSENT, "P"): self.second_possible - self.both_possible - self.sure_possible,
            }
        )


COUNT_NAMES = tuple(field.name for field in fields(PairCounts))
_as_row = attrgetter(*COUNT_NAMES)


def count_pair(first: Reading, second: Reading) -> PairCounts:
    common = first.links.keys() & second.links.keys()
    both = Counter(zip(map(first.links.get, common), map(second.links.get, common), strict=True))
    first_sure, second_sure = (list(reading.links.values()).count("S") for reading in (first, second))
    return PairCounts(
        first_any=len(first.links),
        second_any=len(second.links),
        both_any=len(common),
        both_same_label=both["S", "S"] + both["P", "P"],
        first_sure=first_sure,
        second_sure=second_sure,
        both_sure=both["S", "S"],
        first_possible=len(first.links) - first_sure,
        second_possible=len(second.links) - second_sure,
        both_possible=both["P", "P"],
        first_unaligned=len(first.unaligned_source) + len(first.unaligned_target),
        second_unaligned=len(second.unaligned_source) + len(second.unaligned_target),
        both_unaligned=len(first.unaligned_source & second.unaligned_source)
        + len(first.unaligned_target & second.unaligned_target),
        sure_possible=both["S", "P"],
        possible_sure=both["P", "S"],
    )


def restrict(reading: Reading, sources: Collection[int], targets: Collection[int]) -> Reading:
    """Return the links that touch one of these tokens, and the marks on them."""
    links = {cell: label for cell, label in reading.links.items() if cell[0] in sources or cell[1] in targets}
    return Reading(
        links, reading.unaligned_source.intersection(sources), reading.unaligned_target.intersection(targets)
    )


def agr(counts: PairCounts, flavour: Flavour, *, count_unaligned: bool = False) -> Figure:
    """Return AGR = 2·|A1∩A2| / (|A1| + |A2|), from 0 to 1; undefined if neither annotator has such a link.

    any: same link whatever its label; both: same link and label (S+P); sure, possible: links of that label only. With
    count_unaligned, a token that both marked as unaligned counts as agreement in any and both. Source: Bentivogli et
    al. 2016 (WAGS); unaligned tokens as in Ugarit.
    """
    mutual, total = {
        "any": (counts.both_any, counts.first_any + counts.second_any),
        "both": (counts.both_same_label, counts.first_any + counts.second_any),
        "sure": (counts.both_sure, counts.first_sure + counts.second_sure),
        "possible": (counts.both_possible, counts.first_possible + counts.second_possible),
    }[flavour]
    if count_unaligned and flavour in ("any", "both"):
        mutual += counts.both_unaligned
        total += counts.first_unaligned + counts.second_unaligned
    if total == 0:
        return Figure(None, _NO_LINKS[flavour])
    return Figure(2 * mutual / total)


@dataclass(frozen=True, slots=True)
class LinkItems:
    """Sums over Brockett's link items, which add up. `majorities[k]` counts items whose most common choice was that of
    k raters; choosing null differs from not drawing a link.
    """

    sums: CategorySums
    majorities: Counter[int]

    def __add__(self, other: Self) -> Self:
        return type(self)(self.sums + other.sums, self.majorities + other.majorities)


def link_items(
    readings: Sequence[Reading], length: int, *, anchor: Side = "source", artificial_null: bool = False
) -> LinkItems:
    """Return the link items of one sentence pair for Fleiss kappa and nominal alpha (Brockett 2007).

    An item is an anchored token with one counterpart, or with null. The anchor is the side whose tokens carry the
    groups (source; in `giza-sp` the third line), `length` its number of tokens. A counterpart item exists for every
    link that anyone drew; a rater's label is S, P, or N for not drawing it. A null item exists for every token that
    anyone left without links; null is the absence of links, so every rater's label is N, including those who linked the
    token. Their disagreement shows in the items of their links. With artificial_null, a NULL token before the sentence
    is an anchored token too, linked (S) to the unaligned tokens of the other side.
    """
    if anchor == "target":
        readings = [reading.reversed() for reading in readings]
    cells = set[Cell]().union(*[reading.links for reading in readings])
    # Few patterns of choices occur, many times each: count them first.
    choices = Counter(zip(*[map(reading.links.get, cells, repeat(ABSENT)) for reading in readings], strict=True))
    choices.update(null_choices(readings, length, artificial_null=artificial_null))
    return sum_items(len(readings), choices)


def sum_items(raters: int, choices: Mapping[Choices, int]) -> LinkItems:
    """Return the sums over items, of which so many were labelled in each way."""
    agreeing = 0
    totals: Counter[str] = Counter({"S": 0, "P": 0, ABSENT: 0})
    majorities: Counter[int] = Counter()
    for pattern, times in choices.items():
        majority, votes = _count_votes(pattern)
        majorities[majority] += times
        for label, count in votes.items():
            totals[label] += count * times
        agreeing += times * count_agreeing(pattern)
    agreement = agreeing / (raters * (raters - 1)) if raters > 1 else 0.0
    return LinkItems(CategorySums(raters, sum(choices.values()), agreement, dict(totals)), majorities)


@lru_cache(maxsize=1 << 10)
def count_agreeing(choices: Choices) -> int:
    """Return the ordered pairs of raters who labelled an item alike; null is a way of not drawing a link."""
    _, votes = _count_votes(choices)
    return sum(count * (count - 1) for count in votes.values())


def null_choices(readings: Sequence[Reading], length: int, *, artificial_null: bool = False) -> list[Choices]:
    """Return the choices at null items, anchored in the source: one for every token that anyone left without links."""
    linked = [{token for token, _ in reading.links} for reading in readings]
    words = set(range(length))
    bare = set[int]().union(*[words - tokens for tokens in linked])
    found = [tuple([ABSENT if token in tokens else NULL_CHOSEN for tokens in linked]) for token in bare]
    if artificial_null:
        rows = [dict.fromkeys(reading.unaligned_target, "S") or {_NULL: NULL_CHOSEN} for reading in readings]
        items = set[int]().union(*rows)
        found.extend(zip(*[map(row.get, items, repeat(ABSENT)) for row in rows], strict=True))
    return found


@lru_cache(maxsize=1 << 10)
def _count_votes(pattern: Choices) -> tuple[int, Mapping[str, int]]:
    """Return how many chose what most chose, and the votes for S, P and N."""
    choices = Counter(pattern)
    majority = max(choices.values())
    return majority, Counter({ABSENT: choices.pop(NULL_CHOSEN, 0)}) + choices
