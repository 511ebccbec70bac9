"""Precision, recall and F of marked expressions against a gold standard, as `evaluate.py` of PARSEME's shared tasks
computes them in its editions 1.1 to 2.0.

Source: Savary et al. 2017; Ramisch et al. 2018, 2020; evaluate.py. There a missing denominator makes a figure 0; here
it has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from annotation_site.coefficients.figure import Figure
from expressions.formats.sentences import Expression, MarkedSentence
from expressions.identification.training import TrainingText

UNLABELLED = "<unlabeled>"
_Words = tuple[int, ...]


class Counts(NamedTuple):
    """Numbers of correct, gold and predicted ones; they add up over sentences."""

    correct: int = 0
    gold: int = 0
    predicted: int = 0

    @property
    def precision(self) -> Figure:
        return _divide(self.correct, self.predicted, "Nothing is predicted.")

    @property
    def recall(self) -> Figure:
        return _divide(self.correct, self.gold, "Nothing is in the gold standard.")

    @property
    def f(self) -> Figure:
        """Return 2PR / (P + R), which is twice the correct ones by those of both sides."""
        return _divide(2 * self.correct, self.gold + self.predicted, "Nothing is predicted or in the gold standard.")


def _divide(part: int, whole: int, reason: str) -> Figure:
    return Figure(part / whole) if whole else Figure(None, reason)


@dataclass(slots=True)
class Score:
    """Counts of whole expressions and of their words."""

    expressions: Counts = field(default_factory=Counts)
    words: Counts = field(default_factory=Counts)

    def add(self, gold: Collection[_Words], predicted: Collection[_Words]) -> None:
        """Add a sentence, given by the places of the words of each expression."""
        gold, predicted = set(gold), set(predicted)
        mine = self.expressions
        self.expressions = Counts(
            mine.correct + len(gold & predicted), mine.gold + len(gold), mine.predicted + len(predicted)
        )
        mine = self.words
        self.words = Counts(
            mine.correct + count_matched_words(gold, predicted),
            mine.gold + sum(map(len, gold)),
            mine.predicted + sum(map(len, predicted)),
        )

    @property
    def row(self) -> tuple[int, ...]:
        return (*self.expressions, *self.words)


def count_matched_words(gold: Collection[_Words], predicted: Collection[_Words]) -> int:
    """Return how many words two sets of expressions share if each is paired with at most one of the other side, in the
    way that makes it most.
    """
    return sum(shared for *_, shared in pair_by_shared_words(list(gold), list(predicted)))


def pair_by_shared_words(first: Sequence[_Words], second: Sequence[_Words]) -> list[tuple[int, int, int]]:
    """Return pairs of expressions of two sides, by their places, with the number of words that they share.

    Each is in one pair at most, and together they share most words.
    """
    overlaps = [[len(set(one) & set(other)) for other in second] for one in first]
    pairs = [(row, column, size) for row, line in enumerate(overlaps) for column, size in enumerate(line) if size]
    if len({row for row, *_ in pairs}) == len(pairs) == len({column for _, column, _ in pairs}):
        return pairs
    from scipy.optimize import linear_sum_assignment  # most sentences need no search

    rows, columns = linear_sum_assignment(np.array(overlaps), maximize=True)
    matched = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(row, column, overlaps[row][column]) for row, column in matched if overlaps[row][column]]


# Of a sentence and one of its expressions, the value of a property by which scores are divided; None for no part.
Property = Callable[[MarkedSentence, Expression], str | None]


def _find_category(_sentence: MarkedSentence, expression: Expression) -> str:
    return expression.category or UNLABELLED


def _find_continuity(_sentence: MarkedSentence, expression: Expression) -> str:
    return "discontinuous" if expression.gaps else "continuous"


def _find_length(_sentence: MarkedSentence, expression: Expression) -> str:
    return "multi" if len(expression.words) > 1 else "single"


PROPERTIES: Mapping[str, Property] = {
    "category": _find_category,
    "continuity": _find_continuity,
    "tokens": _find_length,
}
# Their values in order; categories come as they are found.
VALUES = {
    "continuity": ("continuous", "discontinuous"),
    "tokens": ("single", "multi"),
    "seen": ("seen", "unseen"),
    "identical": ("identical", "variant"),
}


class Evaluation:
    """The scores of a system, whole and by property and value; `rows` are the counts of each sentence.

    Sides are divided separately: one with a gap here and none there is a fault of both parts.
    """

    def __init__(self, *, training: TrainingText | None = None, keeps_not_mwe: bool = False) -> None:
        self.total = Score()
        self.rows: list[tuple[int, ...]] = []
        self._keeps_not_mwe = keeps_not_mwe
        self._properties = {**PROPERTIES, **(training.properties if training else {})}
        self.parts: dict[str, dict[str, Score]] = {
            name: {value: Score() for value in VALUES.get(name, ())} for name in self._properties
        }

    @classmethod
    def of(
        cls,
        pairs: Iterable[tuple[MarkedSentence, MarkedSentence]],
        *,
        training: TrainingText | None = None,
        keeps_not_mwe: bool = False,
    ) -> Self:
        """Return the scores of pairs of gold standard and prediction, one for each sentence."""
        found = cls(training=training, keeps_not_mwe=keeps_not_mwe)
        for gold, predicted in pairs:
            found.add(gold, predicted)
        return found

    def add(self, gold: MarkedSentence, predicted: MarkedSentence) -> None:
        """Add a sentence."""
        if not (gold.expressions or predicted.expressions):
            self.rows.append((0,) * 6)
            return
        sides = [
            (sentence, [each for each in sentence.expressions if self._keeps_not_mwe or each.is_expression])
            for sentence in (gold, predicted)
        ]
        alone = Score()
        alone.add(*([each.words for each in expressions] for _, expressions in sides))
        self.rows.append(alone.row)
        self.total.expressions = _add(self.total.expressions, alone.expressions)
        self.total.words = _add(self.total.words, alone.words)
        self._divide(self._properties, sides)

    def _divide(
        self, properties: Mapping[str, Property], sides: Sequence[tuple[MarkedSentence, Sequence[Expression]]]
    ) -> None:
        for name, find_value in properties.items():
            divided: dict[str, tuple[list[_Words], list[_Words]]] = {}
            for side, (sentence, expressions) in enumerate(sides):
                for each in expressions:
                    if (value := find_value(sentence, each)) is not None:
                        divided.setdefault(value, ([], []))[side].append(each.words)
            for value, (gold, predicted) in divided.items():
                self.parts[name].setdefault(value, Score()).add(gold, predicted)

    def list_parts(self) -> Iterator[tuple[str, str, Score]]:
        """Yield property, value and score: categories by name, others in their order."""
        for name, scores in self.parts.items():
            for value in VALUES.get(name) or sorted(scores):
                yield name, value, scores[value]

    @property
    def table(self) -> npt.NDArray[np.float64]:
        """Return the counts by sentence, from which intervals are resampled."""
        return np.array(self.rows, dtype=np.float64).reshape(len(self.rows), 6)


def _add(one: Counts, other: Counts) -> Counts:
    return Counts(*(first + second for first, second in zip(one, other, strict=True)))
