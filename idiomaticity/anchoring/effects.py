"""Effects of a machine's scores on raters, from ratings that saw them and from controls that did not. Pure.

A machine's score is wrong where it is at least a fifth of the scale away from the mean of the scores that others gave
without seeing it, and a rating takes it where it is less than a tenth of the scale away: on a scale from 0 to 5 by one
point, and where it is the same. Each mean leaves one uninfluenced rating out: the one that is judged by it, or, for
ratings that saw the score, each in turn. So both groups meet the same means, and without an effect none appears.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from typing import NamedTuple

from annotation_site.coefficients import effects
from annotation_site.coefficients.effects import SEED, Effect, ItemCounts, RateOf

# Parts of the scale's width.
WRONG_FROM, TAKEN_BELOW = 0.2, 0.1
RATES: Mapping[str, RateOf] = {
    "distance": RateOf("distance", "scores"),
    "taken": RateOf("taken", "scores"),
    "right_taken": RateOf("right_taken", "right"),
    "wrong_taken": RateOf("wrong_taken", "wrong"),
    "seconds_per_rating": RateOf("seconds", "timed", -1),
}


@dataclass(frozen=True, slots=True)
class SeenRating:
    """A rater's scores of an item and the machine's, by question; a control did not see these. `seconds` is None where
    nobody measured.
    """

    item: int
    is_control: bool
    scores: Mapping[str, float]
    machine: Mapping[str, float]
    seconds: float | None = None


@dataclass(slots=True)
class _Counts:
    scores: float = 0
    distance: float = 0
    taken: float = 0
    right: float = 0
    right_taken: float = 0
    wrong: float = 0
    wrong_taken: float = 0
    seconds: float = 0
    timed: float = 0


class _Score(NamedTuple):
    """A score of one question, the machine's, and the place of its rating."""

    rating: int
    is_control: bool
    given: float
    machine: float


def measure_effects(ratings: Sequence[SeenRating], *, width: float, seed: int = SEED) -> list[Effect]:
    """Return every rate of both groups with its effect; `width` is that of the scale."""
    counts = [_Counts() for _ in ratings]
    for own, rating in zip(counts, ratings, strict=True):
        if rating.seconds is not None:
            own.seconds, own.timed = rating.seconds, 1
    for scores in _by_question(ratings):
        _count_question(scores, counts, width)
    groups: tuple[list[ItemCounts], list[ItemCounts]] = ([], [])
    for own, rating in zip(counts, ratings, strict=True):
        groups[rating.is_control].append(ItemCounts(rating.item, astuple(own)))
    return effects.measure_effects(RATES, [field.name for field in fields(_Counts)], *groups, seed=seed)


def _by_question(ratings: Sequence[SeenRating]) -> Iterator[list[_Score]]:
    """Yield the scores that answer one question about one item, where the machine scored it, too."""
    by_question: dict[tuple[int, str], list[_Score]] = defaultdict(list)
    for index, rating in enumerate(ratings):
        for name in rating.scores.keys() & rating.machine.keys():
            score = _Score(index, rating.is_control, rating.scores[name], rating.machine[name])
            by_question[rating.item, name].append(score)
    yield from by_question.values()


def _count_question(scores: Sequence[_Score], counts: Sequence[_Counts], width: float) -> None:
    controls = [score for score in scores if score.is_control]
    for score in scores:
        own, distance = counts[score.rating], abs(score.given - score.machine)
        taken = distance < TAKEN_BELOW * width
        own.scores, own.distance, own.taken = own.scores + 1, own.distance + distance, own.taken + taken
        if len(controls) > 1:
            left_out = [score] if score.is_control else controls
            wrong = _share_wrong(score.machine, controls, left_out, width)
            own.wrong, own.wrong_taken = own.wrong + wrong, own.wrong_taken + wrong * taken
            own.right, own.right_taken = own.right + 1 - wrong, own.right_taken + (1 - wrong) * taken


def _share_wrong(machine: float, controls: Sequence[_Score], left_out: Iterable[_Score], width: float) -> float:
    """Return in how many of the means without one control the machine's score is wrong."""
    total, others = sum(score.given for score in controls), len(controls) - 1
    # A mean of whole scores is as exact as its division: the margin is that of rounding.
    wrong = [abs(machine - (total - score.given) / others) >= WRONG_FROM * width - 1e-9 for score in left_out]
    return sum(wrong) / len(wrong)
