"""Quality of annotators' judgements: pace, identical answers, repeats, and agreement with the others. Pure.

ρ               Spearman of every answer and the mean of the others' on the same output
alike in a row  judgements whose answers, as displayed, are the same: straight-lining
again           answers to repeated questions; alike within `TOLERANCE` of the first
reference       the hidden reference; low below the middle of the scale, or if the other output was preferred
attention       translations beside degraded copies (`attention`)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from annotation_site.annotator_quality.columns import Flag
from evaluation.judging.figures.attention import AttentionCheck, AttentionPair, check_attention
from evaluation.judging.methods import CANNOT_JUDGE, FIRST_BETTER, SECOND_BETTER, as_shown, is_poor
from idiomaticity.screening.annotator_quality import GivenRating, Habits, find_flags, measure_habits

# Largest difference between two answers to the same question that count as alike.
TOLERANCE: Mapping[str, int] = {"score": 0, "percent": 10, "preference": 0, "esa": 10, "mqm": 1, "expression": 1}
# With fewer answers than these a share is too uncertain for a flag.
LEAST_AGAIN, LEAST_REFERENCES, LEAST_LOW = 5, 3, 2
LOW_SHARE, ALIKE_SHARE = 0.3, 0.5
Values = tuple[float | None, ...]
# A task's key and the place of an answer in it.
Question = tuple[int, int]
Sums = dict[Question, tuple[float, int]]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A submitted assignment: answers in the order of the task's outputs, and the order in which they were shown.
    `repeats` is the task that this one repeats, `reference` the place of the hidden reference.
    """

    annotator: int
    task: int
    values: Values
    shown: tuple[int, ...]
    seconds: float = 0.0
    repeats: int | None = None
    reference: int | None = None


@dataclass(frozen=True, slots=True)
class JudgeHabits:
    """An annotator's rating habits, with repeats, hidden references and attention items. `submitted` counts these, too,
    as annotators count their work.
    """

    habits: Habits
    submitted: int
    again: int
    alike: int
    references: int
    low: int
    attention: AttentionCheck
    flags: tuple[Flag, ...]


def describe_judges(
    given: Sequence[Judgement],
    method: str,
    annotators: Sequence[int],
    *,
    excluded: Collection[int] = (),
    attention: Mapping[int, Sequence[AttentionPair]] = MappingProxyType({}),
    check_seconds: Mapping[int, Sequence[float]] = MappingProxyType({}),
) -> list[JudgeHabits]:
    """Return the habits of each annotator, compared with all others who are not excluded; pairs of attention items, and
    the seconds that those took, are given by annotator.
    """
    sums = _sum_answers(given, excluded)
    own: dict[int, list[Judgement]] = defaultdict(list)
    for judgement in given:
        own[judgement.annotator].append(judgement)
    return [
        _measure_judge(
            own[each],
            method,
            sums,
            counts=each not in excluded,
            attention=check_attention(attention.get(each, ()), method),
            check_seconds=check_seconds.get(each, ()),
        )
        for each in annotators
    ]


def _sum_answers(given: Sequence[Judgement], excluded: Collection[int]) -> Sums:
    """Return sum and number of the answers to each question, without repeats."""
    sums: defaultdict[Question, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for judgement in given:
        if judgement.repeats is None and judgement.annotator not in excluded:
            for place, value in enumerate(judgement.values):
                if value is not None and value != CANNOT_JUDGE:
                    total, number = sums[judgement.task, place]
                    sums[judgement.task, place] = total + value, number + 1
    return dict(sums)


def _measure_judge(
    own: Sequence[Judgement],
    method: str,
    sums: Sums,
    *,
    counts: bool,
    attention: AttentionCheck,
    check_seconds: Sequence[float],
) -> JudgeHabits:
    rated = [_as_rating(judgement, method, sums, counts=counts) for judgement in own]
    habits = measure_habits(rated, check_seconds=check_seconds)
    if method == "preference":
        # ρ depends on which of two outputs is called the first. It is that of the task, as on the page of the round.
        in_order = [replace(judgement, shown=tuple(sorted(judgement.shown))) for judgement in own]
        told = measure_habits([_as_rating(judgement, method, sums, counts=counts) for judgement in in_order])
        habits = replace(habits, rho=told.rho)
    again, alike = _ask_again(own, method)
    references, low = _judge_references(own, method)
    flags = [*find_flags(habits), *attention.flags]
    if references >= LEAST_REFERENCES and low >= LEAST_LOW and low / references >= LOW_SHARE:
        flags.append(Flag("reference", f"{low} of {references} hidden references scored low", is_grave=True))
    if again >= LEAST_AGAIN and alike / again < ALIKE_SHARE:
        flags.append(Flag("again", f"{alike} of {again} repeats with the same answer"))
    submitted = len(own) + len(check_seconds)
    return JudgeHabits(habits, submitted, again, alike, references, low, attention, tuple(flags))


def _as_rating(judgement: Judgement, method: str, sums: Sums, *, counts: bool) -> GivenRating:
    """Return the answers as displayed, so that a preference for the first position shows. A preference is mirrored
    together with the others' answers.
    """
    others = [_without_own(judgement, place, sums, counts=counts) for place in range(len(judgement.values))]
    if method == "preference":
        is_turned = judgement.shown != tuple(sorted(judgement.shown))
        total, number = others[0]
        turned = (number * (FIRST_BETTER + SECOND_BETTER) - total, number) if is_turned else others[0]
        return GivenRating(tuple(as_shown(method, judgement.values, judgement.shown)), (turned,), judgement.seconds)
    scores = tuple(judgement.values[place] for place in judgement.shown)
    return GivenRating(scores, tuple(others[place] for place in judgement.shown), judgement.seconds)


def _without_own(judgement: Judgement, place: int, sums: Sums, *, counts: bool) -> tuple[float, int]:
    """Return sum and number of the others' answers about an output; none for a repeat, which is compared with the
    annotator's own first answer.
    """
    value = judgement.values[place]
    if judgement.repeats is not None:
        return 0, 0
    total, number = sums.get((judgement.task, place), (0, 0))
    if counts and value is not None and value != CANNOT_JUDGE:
        return total - value, number - 1
    return total, number


def _ask_again(own: Sequence[Judgement], method: str) -> tuple[int, int]:
    first = {judgement.task: judgement.values for judgement in own if judgement.repeats is None}
    pairs = [
        (before, after)
        for judgement in own
        if judgement.repeats in first
        for before, after in zip(first[judgement.repeats], judgement.values, strict=True)
        if before is not None and after is not None
    ]
    return len(pairs), sum(_is_alike(before, after, TOLERANCE[method]) for before, after in pairs)


def _is_alike(before: float, after: float, tolerance: int) -> bool:
    """Return whether both answers agree. "Cannot judge" agrees only with itself."""
    if CANNOT_JUDGE in (before, after):
        return before == after
    return abs(before - after) <= tolerance


def _judge_references(own: Sequence[Judgement], method: str) -> tuple[int, int]:
    found = []
    for judgement in own:
        if judgement.reference is not None:
            value = judgement.values[0 if method == "preference" else judgement.reference]
            if value is not None and value != CANNOT_JUDGE:
                found.append(_is_low(value, judgement.reference, method))
    return len(found), sum(found)


def _is_low(value: float, place: int, method: str) -> bool:
    if method == "preference":
        return value == (SECOND_BETTER if place == 0 else FIRST_BETTER)
    return is_poor(method, value)
