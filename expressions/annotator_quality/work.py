"""The figures of an annotator's marks: pace, how much is marked, and agreement with others and with decisions. Pure.

Agreement is F of spans: twice the expressions of both by all expressions of each. Categories do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from annotation_site.annotator_quality.columns import Flag
from annotation_site.coefficients.figure import Figure
from annotation_site.languages.marks import gettext_noop
from expressions.agreement.spans import span_f

NOTHING_SUBMITTED = gettext_noop("No submitted passages yet.")
NOTHING_MARKED = gettext_noop("No marks yet.")
NOT_TIMED = gettext_noop("Imported passages have no time.")
NOBODY_ELSE = "Nobody else has read these passages."
NO_DECISION = "No decision on these passages yet."
# With fewer passages than these a figure is too uncertain for a flag.
LEAST_PASSAGES = 5
Spans = AbstractSet[tuple[int, ...]]


class Limits(NamedTuple):
    """Limits of the figures that flag an annotator: F with the others, and the median of active seconds a passage."""

    poor: float = 0.4
    doubtful: float = 0.6
    seconds: float = 3.0


USUAL = Limits()


class ReadPassage(NamedTuple):
    """A passage that an annotator has submitted: the spans that they marked, those of others and of a decision, and how
    many of theirs were candidates.
    """

    spans: Spans
    seconds: float
    others: Sequence[Spans]
    decided: Spans | None
    proposed: int = 0


@dataclass(slots=True)
class Comparison:
    """Expressions of an annotator and of whom they are compared with, and those of both."""

    passages: int = 0
    own: int = 0
    other: int = 0
    common: int = 0

    def add(self, own: Spans, other: Spans) -> None:
        """Add a passage that both have read."""
        self.passages += 1
        self.own += len(own)
        self.other += len(other)
        self.common += len(own & other)

    def measure(self, reason: str) -> Figure:
        """Return F of spans, or the reason why there is nothing to compare."""
        return span_f(self.own, self.other, self.common) if self.passages else Figure(None, reason)


@dataclass(slots=True)
class Work:
    """Sums over the passages that an annotator has submitted, and the figures derived from them."""

    passages: int = 0
    marks: int = 0
    proposed: int = 0
    unmarked: int = 0
    seconds: list[float] = field(default_factory=list)
    others: Comparison = field(default_factory=Comparison)
    gold: Comparison = field(default_factory=Comparison)

    def add(self, passage: ReadPassage) -> None:
        """Add a passage."""
        self.passages += 1
        self.marks += len(passage.spans)
        self.proposed += passage.proposed
        self.unmarked += not passage.spans
        if passage.seconds > 0:
            self.seconds.append(passage.seconds)
        for other in passage.others:
            self.others.add(passage.spans, other)
        if passage.decided is not None:
            self.gold.add(passage.spans, passage.decided)

    @property
    def marks_per_passage(self) -> Figure:
        """Return the mean number of marks in a passage."""
        return _divide(self.marks, self.passages, NOTHING_SUBMITTED)

    @property
    def unmarked_share(self) -> Figure:
        """Return the share of passages in which nothing is marked."""
        return _divide(self.unmarked, self.passages, NOTHING_SUBMITTED)

    @property
    def proposed_share(self) -> Figure:
        """Return the share of marks that were candidates."""
        return _divide(self.proposed, self.marks, NOTHING_MARKED)

    @property
    def median_seconds(self) -> Figure:
        """Return the median of active seconds for a passage, over those that were read here."""
        if not self.seconds:
            return Figure(None, NOT_TIMED if self.passages else NOTHING_SUBMITTED)
        return Figure(median(self.seconds))

    @property
    def f_others(self) -> Figure:
        """Return F of spans with every other annotator of the same passages."""
        return self.others.measure(NOBODY_ELSE)

    @property
    def f_gold(self) -> Figure:
        """Return F of spans with adjudicated passages."""
        return self.gold.measure(NO_DECISION)


def find_flags(work: Work, limits: Limits = USUAL) -> list[Flag]:
    """Return flags for figures outside their limits, serious ones first."""
    flags: list[Flag] = []
    if work.passages < LEAST_PASSAGES:
        return flags
    agreement, seconds = work.f_others.value, work.median_seconds.value
    if agreement is not None and agreement < limits.doubtful:
        is_grave = agreement < limits.poor
        bound = limits.poor if is_grave else limits.doubtful
        flags.append(Flag("agreement", f"F below {bound:g}", is_grave))
    if work.unmarked == work.passages:
        flags.append(Flag("unmarked", "nothing marked anywhere", is_grave=True))
    if seconds is not None and seconds < limits.seconds:
        flags.append(Flag("speed", f"faster than {limits.seconds:g} s"))
    return flags


def pool(comparisons: Iterable[Comparison]) -> Comparison:
    """Return the sum of comparisons; a pair of annotators is in it from both sides, which leaves F as it is."""
    pooled = Comparison()
    for comparison in comparisons:
        pooled.passages += comparison.passages
        pooled.own += comparison.own
        pooled.other += comparison.other
        pooled.common += comparison.common
    return pooled


def _divide(part: int, whole: int, reason: str) -> Figure:
    return Figure(part / whole) if whole else Figure(None, reason)
