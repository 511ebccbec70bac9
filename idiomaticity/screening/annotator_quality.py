"""Annotator quality figures of an annotator, from their ratings in order and the sums of the others'. Pure numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil
from statistics import median

from annotation_site.annotator_quality.columns import Flag
from annotation_site.coefficients.figure import Figure
from idiomaticity.ratings.scores import is_constant, spearman
from idiomaticity.scales.judgements import CANNOT_JUDGE, LOWEST
from idiomaticity.screening.repeat_consistency import NO_REPEATS, RepeatConsistency

# Fewer ratings than these may well be alike.
LEAST_RUN = 5
NOTHING = "No submitted ratings yet."


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the figures that flag an annotator.

    ρ: the paper leaves out annotators below `poor` and reviews those below `doubtful`; seconds: median active time;
    shares from 0 to 1; `run` identical ratings in a row, or, of few ratings, nearly all of them; one paraphrase for
    `same_paraphrase` compounds.
    """

    poor: float = 0.2
    doubtful: float = 0.4
    seconds: float = 3.0
    same_share: float = 0.9
    run: int = 10
    cannot_share: float = 0.5
    same_paraphrase: int = 5


USUAL = Limits()


@dataclass(frozen=True, slots=True)
class GivenRating:
    """One rating: scores in the order of the scales, the others' (sum, number) on each, and active seconds, 0 where
    nobody measured."""

    scores: tuple[float | None, ...]
    others: tuple[tuple[float, int], ...]
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Habits:
    """Figures of one annotator's ratings.

    `same_paraphrase` is the paraphrase they gave for most compounds, with the number of compounds; `passed` and
    `failed` count attention items; `repeats` compares what they were asked twice.
    """

    ratings: int = 0
    compared: int = 0
    rho: Figure = field(default_factory=lambda: Figure(None, NOTHING))
    seconds: Figure = field(default_factory=lambda: Figure(None, NOTHING))
    same_share: Figure = field(default_factory=lambda: Figure(None, NOTHING))
    longest_run: int = 0
    cannot_share: Figure = field(default_factory=lambda: Figure(None, NOTHING))
    same_paraphrase: tuple[str, int] = ("", 0)
    passed: int = 0
    failed: int = 0
    repeats: RepeatConsistency = NO_REPEATS
    # The same score in every answer.
    is_constant: bool = False


def measure_habits(
    given: Sequence[GivenRating],
    *,
    same_paraphrase: tuple[str, int] = ("", 0),
    passed: int = 0,
    failed: int = 0,
    check_seconds: Sequence[float] = (),
    repeats: RepeatConsistency = NO_REPEATS,
) -> Habits:
    """Return figures of ratings in order of submission.

    ρ is Spearman's, of every score and the mean of the others' on the same question; the share of the same answer is
    that of the most frequent score among all given; a run counts ratings in a row whose answers are all alike. The
    median time is that of ratings and attention items together.
    """
    timed = [each for each in (*(rating.seconds for rating in given), *check_seconds) if each > 0]
    seconds = Figure(median(timed)) if timed else Figure(None, "These ratings have no time." if given else NOTHING)
    if not given:
        return Habits(seconds=seconds, passed=passed, failed=failed, repeats=repeats)
    answers = [score for rating in given for score in rating.scores if score is not None]
    scores = [score for score in answers if score >= LOWEST]
    mine, others = _pair(given)
    return Habits(
        ratings=len(given),
        compared=len(mine),
        rho=spearman(mine, others),
        seconds=seconds,
        same_share=_share(max(Counter(scores).values(), default=0), len(scores)),
        longest_run=max(len(list(run)) for _, run in groupby(rating.scores for rating in given)),
        cannot_share=_share(answers.count(CANNOT_JUDGE), len(answers)),
        same_paraphrase=same_paraphrase,
        passed=passed,
        failed=failed,
        repeats=repeats,
        is_constant=is_constant(scores),
    )


def find_flags(habits: Habits, limits: Limits = USUAL) -> list[Flag]:
    """Return flags for figures outside their limits, serious ones first."""
    flags = []
    rho, seconds = habits.rho.value, habits.seconds.value
    if rho is not None and rho < limits.doubtful:
        is_grave = rho < limits.poor
        bound = limits.poor if is_grave else limits.doubtful
        flags.append(Flag("agreement", f"below {bound:g}", is_grave))
    if habits.failed:
        flags.append(Flag("attention", f"{habits.failed} of {habits.passed + habits.failed} attention items failed"))
    if seconds is not None and seconds < limits.seconds:
        flags.append(Flag("speed", f"faster than {limits.seconds:g} s"))
    if habits.longest_run >= min(limits.run, max(LEAST_RUN, ceil(limits.same_share * habits.ratings))):
        flags.append(Flag("run", f"{habits.longest_run} identical in a row"))
    elif habits.ratings >= LEAST_RUN and (habits.same_share.value or 0) >= limits.same_share:
        flags.append(Flag("same", f"same answer {habits.same_share.value:.0%}"))
    if (habits.cannot_share.value or 0) >= limits.cannot_share:
        flags.append(Flag("cannot_judge", "often “cannot judge”"))
    if habits.same_paraphrase[1] >= limits.same_paraphrase:
        flags.append(Flag("paraphrase", f"“{habits.same_paraphrase[0]}” for {habits.same_paraphrase[1]} compounds"))
    return flags


def _pair(given: Sequence[GivenRating]) -> tuple[list[float], list[float]]:
    mine, others = [], []
    for rating in given:
        for score, (total, count) in zip(rating.scores, rating.others, strict=True):
            if score is not None and score >= LOWEST and count:
                mine.append(float(score))
                others.append(total / count)
    return mine, others


def _share(part: int, whole: int) -> Figure:
    return Figure(part / whole) if whole else Figure(None, "No scores yet.")
