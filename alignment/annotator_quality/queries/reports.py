"""Figures of annotators' work from weekly sums: no reading is scanned, however many there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Q, Sum

from alignment.agreement.models import AgreementTotal
from alignment.agreement.queries.changes import count_changes
from alignment.annotator_quality.models import AnnotatorQualityTotal, Part
from alignment.coefficients.agr import COUNT_NAMES, PairCounts, agr
from alignment.training.models import TrainingRun
from annotation_site.coefficients.figure import Figure
from annotation_site.languages.marks import gettext_noop
from annotation_site.projects.models import Membership

NOTHING_SUBMITTED = gettext_noop("No submitted readings yet.")
NO_LINKS = gettext_noop("No links yet.")
NOT_TIMED = gettext_noop("Imported readings have no time.")
WORK_SUMS = ("pairs", "words", "timed_words", "timed_pairs", "seconds")


@dataclass(frozen=True, slots=True)
class Habits:
    """Sums over submitted readings, and the figures derived from them.

    Shares: Sure links of all links; words marked as unaligned of all words. Speed: active seconds per pair and per
    word, over readings made here.
    """

    pairs: int = 0
    words: int = 0
    timed_words: int = 0
    timed_pairs: int = 0
    seconds: int = 0
    counts: PairCounts = field(default_factory=PairCounts)

    def __add__(self, other: Habits) -> Habits:
        sums = {name: getattr(self, name) + getattr(other, name) for name in WORK_SUMS}
        return Habits(**sums, counts=self.counts + other.counts)

    @property
    def sure_share(self) -> Figure:
        """The share of Sure links among all links, from 0 to 1."""
        return _share(self.counts.first_sure, self.counts.first_any, NO_LINKS)

    @property
    def unaligned_share(self) -> Figure:
        """The share of words marked as unaligned among all words, from 0 to 1."""
        return _share(self.counts.first_unaligned, self.words, NOTHING_SUBMITTED)

    @property
    def links_per_word(self) -> Figure:
        """Links per word of both sentences."""
        return _share(self.counts.first_any, self.words, NOTHING_SUBMITTED)

    @property
    def seconds_per_pair(self) -> Figure:
        """Active seconds per pair."""
        return _share(self.seconds, self.timed_pairs, NOT_TIMED if self.pairs else NOTHING_SUBMITTED)

    @property
    def seconds_per_word(self) -> Figure:
        """Active seconds per word of both sentences."""
        return _share(self.seconds, self.timed_words, NOT_TIMED if self.pairs else NOTHING_SUBMITTED)

    @property
    def agr(self) -> Figure:
        """AGR on links with their label, if the counts have a second side."""
        return agr(self.counts, "both")


@dataclass(frozen=True, slots=True)
class Week:
    """One week of somebody's work, by its Monday."""

    start: date
    readings: Habits
    peers: Habits
    gold: Habits
    checks: Habits


@dataclass(frozen=True, slots=True)
class Peer:
    """Agreement with one other annotator."""

    pseudonym: str
    pairs: int
    counts: PairCounts

    @property
    def figures(self) -> dict[str, Figure]:
        """AGR in the order of the agreement page."""
        return {"any": agr(self.counts, "any"), "both": agr(self.counts, "both")}


@dataclass(frozen=True, slots=True)
class AnnotatorQualityReport:
    """The figures of one annotator; other people's work shows only in peers, gold, checks and their weeks."""

    annotator: Membership
    readings: Habits
    peers: Habits
    gold: Habits
    checks: Habits
    by_peer: tuple[Peer, ...] = ()
    weeks: tuple[Week, ...] = ()
    runs: tuple[TrainingRun, ...] = ()


def read_annotator_quality(annotator: Membership) -> AnnotatorQualityReport:
    """Return one annotator's report."""
    count_changes(annotator.project_id)
    rows = AnnotatorQualityTotal.objects.filter(annotator=annotator, pairs__gt=0)
    parts: defaultdict[str, dict[int, Habits]] = defaultdict(dict)
    for row in rows.values("part", "week", *WORK_SUMS, *COUNT_NAMES):
        parts[row["part"]][row["week"]] = _sum_up(row)
    peer_weeks, by_peer = _read_peers(annotator)
    weeks = sorted({week for part in parts.values() for week in part} | peer_weeks.keys())
    nothing = Habits()
    return AnnotatorQualityReport(
        annotator=annotator,
        readings=_sum(parts[Part.READINGS].values()),
        peers=_sum(peer_weeks.values()),
        gold=_sum(parts[Part.GOLD].values()),
        checks=_sum(parts[Part.CHECK].values()),
        by_peer=by_peer,
        weeks=tuple(
            Week(
                date.fromordinal(week),
                parts[Part.READINGS].get(week, nothing),
                peer_weeks.get(week, nothing),
                parts[Part.GOLD].get(week, nothing),
                parts[Part.CHECK].get(week, nothing),
            )
            for week in weeks
        ),
        runs=tuple(annotator.training_runs.order_by("number")),
    )


def summarise(annotators: Sequence[Membership]) -> list[AnnotatorQualityReport]:
    """Return reports without weeks, peers and training, in as many queries for many annotators as for one."""
    count_changes(*{annotator.project_id for annotator in annotators})
    sums = {f"sum_{name}": Sum(name) for name in (*WORK_SUMS, *COUNT_NAMES)}
    grouped = AnnotatorQualityTotal.objects.filter(annotator__in=annotators).values("annotator", "part").order_by()
    parts: defaultdict[int, dict[str, Habits]] = defaultdict(dict)
    for row in grouped.annotate(**sums):
        plain = {name: row[f"sum_{name}"] for name in (*WORK_SUMS, *COUNT_NAMES)}
        parts[row["annotator"]][row["part"]] = _sum_up(plain)
    peers: defaultdict[int, Habits] = defaultdict(Habits)
    totals = AgreementTotal.objects.filter(part=AgreementTotal.Part.ALL)
    counted = {f"sum_{name}": Sum(name) for name in ("pairs", *COUNT_NAMES)}
    for side in ("first", "second"):
        for row in totals.filter(**{f"{side}__in": annotators}).values(side).order_by().annotate(**counted):
            counts = PairCounts(**{name: row[f"sum_{name}"] for name in COUNT_NAMES})
            peers[row[side]] += Habits(pairs=row["sum_pairs"], counts=counts)
    nothing = Habits()
    return [
        AnnotatorQualityReport(
            annotator=annotator,
            readings=parts[annotator.pk].get(Part.READINGS, nothing),
            peers=peers[annotator.pk],
            gold=parts[annotator.pk].get(Part.GOLD, nothing),
            checks=parts[annotator.pk].get(Part.CHECK, nothing),
        )
        for annotator in annotators
    ]


def _read_peers(annotator: Membership) -> tuple[dict[int, Habits], tuple[Peer, ...]]:
    """Return agreement with others by week and by person; AGR is symmetric."""
    totals = AgreementTotal.objects.filter(Q(first=annotator) | Q(second=annotator), pairs__gt=0)
    weeks: defaultdict[int, Habits] = defaultdict(Habits)
    for row in totals.filter(part=AgreementTotal.Part.DAY).values("key", "pairs", *COUNT_NAMES):
        monday = row["key"] - date.fromordinal(row["key"]).weekday()
        weeks[monday] += Habits(pairs=row["pairs"], counts=_counts(row))
    people = []
    for total in totals.filter(part=AgreementTotal.Part.ALL).select_related("first", "second"):
        other = total.second if total.first_id == annotator.pk else total.first
        counts = PairCounts(**{name: getattr(total, name) for name in COUNT_NAMES})
        people.append(Peer(other.pseudonym, total.pairs, counts))
    return dict(weeks), tuple(sorted(people, key=lambda peer: (-peer.pairs, peer.pseudonym)))


def _sum_up(row: dict[str, Any]) -> Habits:
    return Habits(**{name: row[name] for name in WORK_SUMS}, counts=_counts(row))


def _counts(row: dict[str, Any]) -> PairCounts:
    return PairCounts(**{name: row[name] for name in COUNT_NAMES})


def _sum(rows: Iterable[Habits]) -> Habits:
    total = Habits()
    for row in rows:
        total += row
    return total


def _share(part: int, whole: int, reason: str) -> Figure:
    return Figure(part / whole) if whole else Figure(None, reason)
