"""Agreement of two annotators on which words make an expression, and on the categories of those that both found.

Source: Savary et al. 2018, section 5.2, and the authors' program. a and b are the expressions of each, equal words
counting once, and c those of both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal, Self, get_args

from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.kappa import cohen_kappa
from annotation_site.languages.marks import gettext_noop
from expressions.formats.sentences import Expression, MarkedSentence
from expressions.identification.scores import UNLABELLED, Evaluation, pair_by_shared_words

_Words = tuple[int, ...]
Disagreement = Literal["category", "subset", "overlap", "only_first", "only_second"]
KINDS: tuple[Disagreement, ...] = get_args(Disagreement)
# The first columns of a sentence's counts, before those of its words.
FIRST, SECOND, COMMON = range(3)


def span_f(first: int, second: int, common: int) -> Figure:
    """Return F_span = 2c / (a + b)."""
    if not first + second:
        return Figure(None, gettext_noop("Nobody marked an expression."))
    return Figure(2 * common / (first + second))


def span_kappa(first: int, second: int, common: int, sentences: int) -> Figure:
    """Return the estimated κ_span of N = S + a + b − c items.

    What both left unmarked cannot be counted. It is estimated by the number of sentences S, which is close to the
    number of verbs and fits verbal expressions alone. P_o = (c + S) / N; P_e = (a·b + (N − a)(N − b)) / N².
    """
    items = count_items(first, second, common, sentences)
    agreed = first * second + (items - first) * (items - second)
    if not items or agreed == items * items:
        return Figure(None, gettext_noop("Nobody marked an expression, so chance agreement is 1."))
    observed, expected = (common + sentences) / items, agreed / (items * items)
    return Figure((observed - expected) / (1 - expected))


def count_items(first: int, second: int, common: int, sentences: int) -> int:
    """Return N of the estimated κ_span."""
    return sentences + first + second - common


class PairAgreement:
    """The counts of a pair of annotators: by category and other properties (`evaluation`, the first being its gold
    standard), pairs of categories of the expressions of both, and kinds of disagreement.
    """

    def __init__(self, *, keeps_not_mwe: bool = False) -> None:
        self.evaluation = Evaluation(keeps_not_mwe=keeps_not_mwe)
        self.categories = Counter[tuple[str, str]]()
        self.disagreements = Counter[Disagreement]()
        # Of each sentence, the pairs of categories.
        self.by_sentence: list[Counter[tuple[str, str]]] = []
        self._keeps_not_mwe = keeps_not_mwe

    @classmethod
    def of(cls, pairs: Iterable[tuple[MarkedSentence, MarkedSentence]], *, keeps_not_mwe: bool = False) -> Self:
        """Return the counts of pairs of sentences, one of each annotator."""
        found = cls(keeps_not_mwe=keeps_not_mwe)
        for first, second in pairs:
            found.add(first, second)
        return found

    def add(self, first: MarkedSentence, second: MarkedSentence) -> None:
        """Add a sentence."""
        self.evaluation.add(first, second)
        if not (first.expressions or second.expressions):
            self.by_sentence.append(Counter())
            return
        one, other = (_index(each.expressions, keeps_not_mwe=self._keeps_not_mwe) for each in (first, second))
        categories = Counter((one[words], other[words]) for words in one.keys() & other.keys())
        self.disagreements.update(find_disagreements(one, other))
        self.categories.update(categories)
        self.by_sentence.append(categories)

    @property
    def counts(self) -> tuple[int, int, int]:
        """Return a, b and c."""
        total = self.evaluation.total.expressions
        return total.gold, total.predicted, total.correct

    @property
    def sentences(self) -> int:
        return len(self.by_sentence)

    @property
    def figures(self) -> dict[str, Figure]:
        """Return F_span, κ_span, κ_cat and token F."""
        kappa = cohen_kappa(self.categories)
        if not self.categories:
            kappa = Figure(None, gettext_noop("No expression was marked by both."))
        return {
            "f_span": span_f(*self.counts),
            "kappa_span": span_kappa(*self.counts, self.sentences),
            "kappa_cat": kappa,
            "token_f": self.evaluation.total.words.f,
        }


def _index(expressions: Iterable[Expression], *, keeps_not_mwe: bool) -> dict[_Words, str]:
    """Return the category of each set of words, of several the first."""
    found: dict[_Words, str] = {}
    for each in expressions:
        if keeps_not_mwe or each.is_expression:
            found.setdefault(each.words, each.category or UNLABELLED)
    return found


def find_disagreements(one: dict[_Words, str], other: dict[_Words, str]) -> Counter[Disagreement]:
    """Return how often the annotators differ in which way.

    Expressions that only one has are paired with those of the other with which they share most words in all; a pair is
    a subset or another overlap, and what stays alone was marked by one only.
    """
    found = Counter[Disagreement]()
    found["category"] = sum(one[words] != other[words] for words in one.keys() & other.keys())
    first, second = ([words for words in mine if words not in others] for mine, others in ((one, other), (other, one)))
    pairs = [(set(first[a]), set(second[b])) for a, b, _ in pair_by_shared_words(first, second)]
    found["subset"] = sum(a < b or b < a for a, b in pairs)
    found["overlap"] = len(pairs) - found["subset"]
    found["only_first"], found["only_second"] = len(first) - len(pairs), len(second) - len(pairs)
    return found
