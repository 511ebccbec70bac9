"""What a measure needs: a segment with one system's translation of it, and what stands beside the segments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from evaluation.metrics.conllu import ConlluWord
from evaluation.metrics.dictionaries import BilingualDictionary
from evaluation.metrics.litter import LitterOptions
from evaluation.metrics.spans import Span, find_tokens
from evaluation.metrics.tesla.score import Compound, TeslaOptions
from evaluation.metrics.tesla.tokens import TeslaToken, TokenMaker
from evaluation.metrics.words import split_sentence

FindCompounds = Callable[[Sequence[TeslaToken]], list[Compound]]


@dataclass(frozen=True, slots=True)
class Marked:
    """An expression as measures need it."""

    label: str
    source_spans: tuple[Span, ...]
    reference_text: str
    reference_spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class SegmentLinks:
    """Where the tokens of both sides stand, and the links between them."""

    source_places: Sequence[Span]
    target_places: Sequence[Span]
    links: Sequence[tuple[int, int]]

    def follow(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Places of the target tokens that a link of any of the spans' tokens reaches, in their order."""
        sources = set(find_tokens(self.source_places, spans))
        reached = sorted({target for source, target in self.links if source in sources})
        return tuple(self.target_places[index] for index in reached)


@dataclass(frozen=True, slots=True)
class SegmentWords:
    """The words of those texts of a segment that came with lemmas, else None; of references by their place."""

    source: Sequence[ConlluWord] | None = None
    hypothesis: Sequence[ConlluWord] | None = None
    references: Mapping[int, Sequence[ConlluWord]] = field(default_factory=dict)


NO_WORDS = SegmentWords()


@dataclass(frozen=True, slots=True)
class Measured:
    """A segment with one system's translation of it."""

    source: str
    references: tuple[str, ...]
    expressions: tuple[Marked, ...]
    hypothesis: str
    aligned: SegmentLinks | None = None
    reference_aligned: SegmentLinks | None = None
    words: SegmentWords = field(default_factory=lambda: NO_WORDS)

    def find_aligned(self, expression: Marked) -> tuple[Span, ...]:
        """Where the words of the translation stand that are aligned with the expression's."""
        return self.aligned.follow(expression.source_spans) if self.aligned else ()


@dataclass(frozen=True, slots=True)
class TeslaResources:
    """How TESLA makes its tokens and finds compounds."""

    maker: TokenMaker
    options: TeslaOptions
    find_compounds: FindCompounds

    def make_tokens(self, text: str, words: Sequence[ConlluWord] | None, language: str) -> list[TeslaToken]:
        """Of the words that came with the text, else of the text."""
        if words is not None:
            return self.maker.make_from_conllu(words)
        return self.maker.make_from_words(split_sentence(text, language))


@dataclass(frozen=True, slots=True)
class Resources:
    """What measures need beside the segments; None where no measure asked for it."""

    source_language: str
    target_language: str
    dictionary: BilingualDictionary | None = None
    litter: LitterOptions = field(default_factory=LitterOptions)
    tesla: TeslaResources | None = None
