"""Inputs of a measure: a segment with one system's translation, and the tools and files beside the segments."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from annotation_site.tables.columns import Assignment
from annotation_site.tables.reading import RECOGNISED, TableOptions
from annotation_site.texts.conllu import ConlluWord
from annotation_site.texts.token_places import Span, find_tokens
from evaluation.measures.options import Options
from evaluation.metrics.tesla.wordnet import WordNet
from evaluation.metrics.words import Lemmatise, lemmatiser


@dataclass(frozen=True, slots=True)
class Marked:
    """An expression as measures read it."""

    label: str
    source_spans: tuple[Span, ...]
    reference_text: str
    reference_spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class SegmentLinks:
    """Positions of the tokens of both sides, and the links between them."""

    source_places: Sequence[Span]
    target_places: Sequence[Span]
    links: Sequence[tuple[int, int]]

    def follow(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Return the positions of target tokens linked with a token of any of the spans, in text order."""
        sources = set(find_tokens(self.source_places, spans))
        reached = sorted({target for source, target in self.links if source in sources})
        return tuple(self.target_places[index] for index in reached)


@dataclass(frozen=True, slots=True)
class SegmentWords:
    """Uploaded words of a segment's texts, None for a text without lemmas; references by their place."""

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
        """Return the positions of the translation's words that are aligned with the expression."""
        return self.aligned.follow(expression.source_spans) if self.aligned else ()


@dataclass(frozen=True, slots=True)
class Given:
    """Languages, options, paths of files by their part, and facts about uploaded linguistic annotation: `is_whole` if
    all references and translations have lemmas, `has_pos` if all have parts of speech too.
    """

    source_language: str
    target_language: str
    options: Options = field(default_factory=dict)
    files: Mapping[str, Sequence[str]] = field(default_factory=dict)
    encoding: str | None = None
    # How tables among the files are read, and which of their columns hold what, where a person said so.
    tables: TableOptions = RECOGNISED
    columns: Assignment = field(default_factory=dict)
    wordnet: Callable[[], WordNet] | None = None
    is_whole: bool = False
    has_pos: bool = False
    # For signatures: SHA-256 of the files by their part, and how many references segments have.
    hashes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    reference_counts: Collection[int] = (1,)

    def find_lemmatiser(self, side: str) -> Lemmatise:
        """Return the lemmatiser of a side; raise NoLemmas if its language has none."""
        language = self.source_language if side == "source" else self.target_language
        try:
            return lemmatiser(language)
        except ValueError as error:
            raise NoLemmas(str(error), side) from error

    def name_files(self, part: str) -> str:
        """Return the first digits of the files' hashes, for a signature."""
        return "+".join(sha256[:12] for sha256 in self.hashes.get(part, ()))


class NoLemmas(ValueError):
    """Error for a side whose language has no lemmatiser."""

    def __init__(self, sentence: str, side: str) -> None:
        super().__init__(sentence)
        self.side = side


@dataclass(frozen=True, slots=True)
class MeasureRequest:
    """Facts known at the time of a request: the parts for which there are files, and the tools of this site."""

    source_language: str
    target_language: str
    options: Options
    parts: Collection[str]
    has_wordnet: bool
