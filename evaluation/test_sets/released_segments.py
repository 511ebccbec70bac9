"""Segments of a test set from a release of word alignment, in which the words aligned to an expression translate it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from alignment.formats import FormatError
from annotation_site.phrases.span_units import CODE_POINTS, SpanUnits
from annotation_site.texts.token_places import Span, fit_tokens, join_neighbours
from evaluation.aligner_scores.gold import GoldPair
from evaluation.test_sets.files import AlignedTexts, MarkedText, SegmentRow, read_span_line

TOGETHER, RUNS, EACH = "together", "runs", "each"
# How the words that were to be aligned make expressions.
GROUPINGS = (TOGETHER, RUNS, EACH)
Texts = Mapping[int, tuple[str, str]]


def read_released_segments(
    pairs: Iterable[GoldPair],
    texts: Callable[[Sequence[int]], Texts],
    grouping: str,
    spans: tuple[str, Iterator[str]] | None = None,
    units: SpanUnits = CODE_POINTS,
) -> Iterator[SegmentRow]:
    """Yield a segment for each pair of a release.

    Expressions come from a file of spans, given with its path, with a line for each pair. Without it, they are the
    source target words: all of a sentence `together`, contiguous ones (`runs`), or `each`. Sentences are the original
    texts if `texts` knows them and they still contain the words.
    """
    chunk: list[GoldPair] = []
    for pair in pairs:
        chunk.append(pair)
        if len(chunk) == 500:
            yield from _rows_of_chunk(chunk, texts, grouping, spans, units)
            chunk = []
    yield from _rows_of_chunk(chunk, texts, grouping, spans, units)
    if spans is not None and next(spans[1], None) is not None:
        raise FormatError(spans[0], None, "The file has more lines than the release.")


def _rows_of_chunk(
    chunk: list[GoldPair],
    texts: Callable[[Sequence[int]], Texts],
    grouping: str,
    spans: tuple[str, Iterator[str]] | None,
    units: SpanUnits,
) -> Iterator[SegmentRow]:
    known = texts([pair.number for pair in chunk])
    for pair in chunk:
        raw = known.get(pair.number, ("", ""))
        source, source_places = fit_tokens(pair.source_tokens, raw[0])
        reference, reference_places = fit_tokens(pair.target_tokens, raw[1])
        aligned = AlignedTexts(source, reference, source_places, reference_places, frozenset(pair.links))
        if spans is not None:
            path, lines = spans
            line = next(lines, None)
            if line is None:
                raise FormatError(path, pair.position, "The file has fewer lines than the release.")
            expressions = list(read_span_line(path, pair.position, line, source, units))
        else:
            expressions = _mark_words(pair, source, source_places, grouping)
        yield SegmentRow(
            pair.position, source, (reference,), tuple(aligned.project(expression) for expression in expressions)
        )


def _mark_words(pair: GoldPair, source: str, word_spans: Sequence[Span], grouping: str) -> list[MarkedText]:
    words = sorted(pair.source_target_words or ())
    if grouping == TOGETHER:
        groups = [words] if words else []
    elif grouping == RUNS:
        # Words in a row keep their distance to their place in the list.
        groups = []
        for _, entries in groupby(enumerate(words), key=lambda entry: entry[1] - entry[0]):
            groups.append([word for _, word in entries])
    else:
        groups = [[word] for word in words]
    marked = []
    for group in groups:
        label = " ".join(pair.source_tokens[word] for word in group).lower()[:300]
        marked.append(MarkedText(label, join_neighbours(source, [word_spans[word] for word in group])))
    return marked
