"""Groups of expressions and segments for breakdowns: class, form and lengths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from annotation_site.texts.token_places import Span

# Dimension, its name, and its groups in the order of the page.
DIMENSIONS = (
    ("class", "Compound class", ("idiomatic", "partly", "compositional")),
    ("form", "Form of the expression", ("continuous", "discontinuous")),
    ("expression-length", "Words of the expression", ("1", "2", "3", "4", "5 or more")),
    ("sentence-length", "Words of the sentence", ("up to 10", "11 to 20", "21 to 40", "more than 40")),
)
Group = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ExpressionFacts:
    """Properties of an expression from which its groups follow."""

    label: str
    expression_class: str
    spans: tuple[Span, ...]
    words: int

    @classmethod
    def of(cls, source: str, label: str, expression_class: str, pairs: Sequence[Sequence[int]]) -> Self:
        """Return the facts of an expression marked in this sentence."""
        spans = tuple((start, end) for start, end in pairs)
        words = sum(len(source[start:end].split()) for start, end in spans)
        return cls(label, expression_class, spans, words)


@dataclass(frozen=True, slots=True)
class SegmentFacts:
    """A segment's number of space-separated source words, and its expressions."""

    words: int
    expressions: Sequence[ExpressionFacts]


def find_groups(expression: ExpressionFacts) -> Iterator[Group]:
    """Yield the groups of one expression, leaving out dimensions for which its value is unknown."""
    if expression.expression_class:
        yield "class", expression.expression_class
    if expression.spans:
        # Spans that touch, or leave out one character such as a space, are continuous.
        is_continuous = all(after[0] - before[1] <= 1 for before, after in pairwise(expression.spans))
        yield "form", "continuous" if is_continuous else "discontinuous"
        yield "expression-length", str(expression.words) if expression.words < 5 else "5 or more"


def find_sentence_group(segment: SegmentFacts) -> Group:
    limits = ((10, "up to 10"), (20, "11 to 20"), (40, "21 to 40"))
    name = next((name for limit, name in limits if segment.words <= limit), "more than 40")
    return "sentence-length", name


def find_segment_groups(segment: SegmentFacts) -> set[Group]:
    """Return the groups of a segment that is measured as a whole: those of any of its expressions."""
    groups = {group for expression in segment.expressions for group in find_groups(expression)}
    return groups | {find_sentence_group(segment)}
