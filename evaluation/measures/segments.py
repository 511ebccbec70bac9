"""What a measure needs: a segment with one system's translation of it, and what stands beside the segments."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from evaluation.measures.options import Options
from evaluation.metrics.conllu import ConlluWord
from evaluation.metrics.spans import Span, find_tokens
from evaluation.metrics.tesla.wordnet import WordNet
from evaluation.metrics.words import Lemmatise, lemmatiser


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
class Given:
    """What stands beside the segments: languages, options, paths of files by their part, and what is known of words
    that came with the texts (`is_whole`: references and translations have lemmas; `has_pos`: and parts of speech)."""

    source_language: str
    target_language: str
    options: Options = field(default_factory=dict)
    files: Mapping[str, Sequence[str]] = field(default_factory=dict)
    encoding: str | None = None
    wordnet: Callable[[], WordNet] | None = None
    is_whole: bool = False
    has_pos: bool = False
    # For signatures: SHA-256 of the files by their part, and how many references segments have.
    hashes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    reference_counts: Collection[int] = (1,)

    def find_lemmatiser(self, side: str) -> Lemmatise:
        """Raise NoLemmas where there are none of the language."""
        language = self.source_language if side == "source" else self.target_language
        try:
            return lemmatiser(language)
        except ValueError as error:
            raise NoLemmas(str(error), side) from error

    def name_files(self, part: str) -> str:
        """For signatures: the beginnings of their hashes."""
        return "+".join(each[:12] for each in self.hashes.get(part, ()))


class NoLemmas(ValueError):
    """There are no lemmas of the language of a side."""

    def __init__(self, sentence: str, side: str) -> None:
        super().__init__(sentence)
        self.side = side


@dataclass(frozen=True, slots=True)
class Asked:
    """What is known when measuring is asked for: parts of which there are files, and what the site can do."""

    source_language: str
    target_language: str
    options: Options
    parts: Collection[str]
    has_wordnet: bool
