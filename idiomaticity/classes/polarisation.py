"""Reasons for adjudicating a compound: its raters disagree, its sentences differ, its class contradicts its score, or
its experts disagree. Pure numbers, no database.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

from annotation_site.languages.marks import gettext_noop as _
from idiomaticity.ratings.scores import ALIKE, CLASSES
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale

ReasonKind = Literal["experts", "class", "polarised", "sentences"]


@dataclass(frozen=True, slots=True)
class Polarisation:
    """Two groups of raters: those up to `cut`, and those above it."""

    cut: int
    low: int
    high: int
    low_mean: float
    high_mean: float
    explained: float

    @property
    def distance(self) -> float:
        """Return the difference between the two sides' means."""
        return self.high_mean - self.low_mean


@dataclass(frozen=True, slots=True)
class Doubts:
    """Thresholds for adjudication: the spread of sentence means, and the range of scores that fits each class.

    The defaults are points of a scale from 0 to 5.
    """

    spread_from: float = ALIKE
    compositional_from: float = 2.5
    partly_from: float = 1.0
    partly_to: float = 4.0
    idiomatic_to: float = 2.5

    @classmethod
    def on(cls, scale: ScoreScale) -> Self:
        """Return the default thresholds, converted to the scale."""
        usual = cls()
        limits = {
            name: round(scale.lowest + scale.convert(getattr(usual, name)), 2)
            for name in ("compositional_from", "partly_from", "partly_to", "idiomatic_to")
        }
        return cls(round(scale.convert(usual.spread_from), 2), **limits)


class Wording(NamedTuple):
    """The language of reasons: the translation of their sentences, and numbers with fixed decimals."""

    translate: Callable[[str], str]
    write_decimals: Callable[[float, int], str]


ENGLISH = Wording(str, "{:.{}f}".format)


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for adjudication, as a sentence, with a strength from 0 to 1."""

    kind: ReasonKind
    sentence: str
    strength: float


# What polarises scores: so many raters, each side so large, so far apart (on a scale from 0 to 5), and so much of the
# variance between them. Even scores from 0 to 5 have 77 % of their variance between halves, so that they are none.
LEAST_RATERS, LEAST_SHARE, LEAST_IN_CAMP = 4, 0.25, 2
LEAST_DISTANCE, LEAST_EXPLAINED = 2.5, 0.8
DOUBTS = Doubts()


def find_polarisation(counts: Mapping[int, int], scale: ScoreScale = PAPER_SCALE) -> Polarisation | None:
    """Return the two sides of polarised scores of one item (score → number of raters), or None.

    Of all cuts between two scores the one with most variance between the sides (Otsu's criterion) is taken. It makes
    two sides where there are four raters or more, each side has a quarter of them and at least two, the means are half
    the scale or more apart, and the cut explains 80 % of the variance or more.
    """
    raters = sum(counts.values())
    if raters < LEAST_RATERS:
        return None
    mean = sum(score * n for score, n in counts.items()) / raters
    total = sum(n * (score - mean) ** 2 for score, n in counts.items())
    if not total:
        return None
    cuts = [_cut(counts, cut, mean, total) for cut in sorted(counts)[:-1]]
    best = max(filter(None, cuts), key=lambda cut: cut.explained, default=None)
    if best is None:
        return None
    smaller = min(best.low, best.high)
    is_split = smaller >= max(LEAST_IN_CAMP, LEAST_SHARE * raters) and best.distance >= scale.convert(LEAST_DISTANCE)
    return best if is_split and best.explained >= LEAST_EXPLAINED else None


def doubt(
    *,
    compound_class: str,
    score: float | None,
    spread: float | None,
    distributions: Sequence[Mapping[int, int]],
    expert_classes: Sequence[str] = (),
    doubts: Doubts = DOUBTS,
    scale: ScoreScale = PAPER_SCALE,
    wording: Wording = ENGLISH,
) -> list[Reason]:
    """Return every reason to adjudicate the compound, strongest first."""
    reasons = _doubt_experts(expert_classes, wording) + _doubt_class(compound_class, score, doubts, scale, wording)
    polarised = list(filter(None, (find_polarisation(counts, scale) for counts in distributions)))
    if polarised:
        worst = max(polarised, key=lambda split: split.distance)
        sentence = _say_polarised(len(polarised), worst, wording)
        reasons.append(Reason("polarised", sentence, worst.distance / scale.width))
    if spread is not None and spread >= doubts.spread_from:
        strength = min(1.0, spread / (scale.width / 2))
        sentence = wording.translate(_("Differences between sentences: spread of means {spread}."))
        reasons.append(Reason("sentences", sentence.format(spread=wording.write_decimals(spread, 2)), strength))
    return sorted(reasons, key=lambda reason: -reason.strength)


def badness(reasons: Sequence[Reason]) -> tuple[float, int]:
    """Return the sort key for worst first: the sum of all strengths, then the number of reasons."""
    return sum(reason.strength for reason in reasons), len(reasons)


def _cut(counts: Mapping[int, int], cut: int, mean: float, total: float) -> Polarisation | None:
    low, high = ({score: n for score, n in counts.items() if (score <= cut) is side} for side in (True, False))
    low_n, high_n = sum(low.values()), sum(high.values())
    if not (low_n and high_n):
        return None
    low_mean, high_mean = (
        sum(score * n for score, n in side.items()) / size for side, size in ((low, low_n), (high, high_n))
    )
    between = low_n * (low_mean - mean) ** 2 + high_n * (high_mean - mean) ** 2
    return Polarisation(cut, low_n, high_n, low_mean, high_mean, between / total)


def _say_polarised(sentences: int, worst: Polarisation, wording: Wording) -> str:
    pattern = _("Polarised ratings: {low} around {low_mean}, {high} around {high_mean}.")
    if sentences > 1:
        pattern = _("Polarised ratings for {n} sentences: {low} around {low_mean}, {high} around {high_mean}.")
    low_mean, high_mean = (wording.write_decimals(mean, 1) for mean in (worst.low_mean, worst.high_mean))
    known = {"low": worst.low, "low_mean": low_mean, "high": worst.high, "high_mean": high_mean}
    return wording.translate(pattern).format(n=sentences, **known)


def _doubt_experts(classes: Sequence[str], wording: Wording) -> list[Reason]:
    if len(set(classes)) < 2:
        return []
    given = {label: classes.count(name) for name, label in CLASSES.items() if name in classes}
    named = ", ".join(f"{count} {wording.translate(label)}" for label, count in given.items())
    sentence = wording.translate(_("Experts disagree: {classes}.")).format(classes=named)
    # Compositional against idiomatic is further apart than either against partly.
    return [Reason("experts", sentence, 1.0 if {"C", "NC"} <= set(classes) else 0.6)]


def _doubt_class(name: str, score: float | None, doubts: Doubts, scale: ScoreScale, wording: Wording) -> list[Reason]:
    if not name or score is None:
        return []
    lowest, highest = {
        "C": (doubts.compositional_from, float(scale.highest)),
        "PC": (doubts.partly_from, doubts.partly_to),
        "NC": (float(scale.lowest), doubts.idiomatic_to),
    }[name]
    beyond = max(lowest - score, score - highest)
    if beyond <= 0:
        return []
    sentence = wording.translate(_("Class {name} contradicts score {score}."))
    sentence = sentence.format(name=wording.translate(CLASSES[name]), score=wording.write_decimals(score, 2))
    return [Reason("class", sentence, min(1.0, 0.4 + beyond / scale.width))]
