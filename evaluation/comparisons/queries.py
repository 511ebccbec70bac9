"""Two systems side by side: their figures, and their segments sorted by the difference in the database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import connection
from django.utils.text import Truncator

from annotation_site.figures.latex import PaperTable, Placed
from annotation_site.figures.plots import find_ticks
from evaluation.boards.queries.columns import explain_counts
from evaluation.boards.queries.scores import newest_keys
from evaluation.comparisons.plots import Histogram
from evaluation.marked_expressions.differences import find_differences
from evaluation.measures.pairs.comparisons import FEW_SEGMENTS, LEVEL, TOO_FEW, Difference, compare_resampled
from evaluation.measures.registry import find_columns, find_measure
from evaluation.metrics.highlights import DIFFERS, Pieces, highlight
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Hypothesis, Translation, TranslationScore

# One system's score of each segment.
# A row for each segment of a chunk: its scores lie in one array, whose elements PostgreSQL counts from 1.
_SCORES = """
    SELECT chunk.first + one.place - 1 AS number, one.score
    FROM evaluation_segmentvalues chunk, unnest(chunk.scores) WITH ORDINALITY AS one(score, place)
    WHERE chunk.translation_id = %s AND chunk.measure = %s AND chunk.key = %s AND one.score IS NOT NULL
"""
# The order is ASC or DESC, set by this module.
_PAIRS = f"WITH first AS ({_SCORES}), second AS ({_SCORES}) "
_COUNT = f"{_PAIRS} SELECT count(*) FROM first JOIN second USING (number)"  # noqa: S608 – constants alone
_REACH = f"{_PAIRS} SELECT max(abs(second.score - first.score)) FROM first JOIN second USING (number)"  # noqa: S608
# Ranges are numbered from 1 upwards and from −1 downwards; 0 are equal scores.
_RANGES = _PAIRS + (
    "SELECT CASE WHEN abs(second.score - first.score) < 1e-9 THEN 0 ELSE sign(second.score - first.score)"
    " * (1 + least(floor(abs(second.score - first.score) / %s), %s)) END AS place, count(*) "
    "FROM first JOIN second USING (number) GROUP BY place"
)
_ROWS = _PAIRS + (
    "SELECT number, first.score, second.score, second.score - first.score AS difference "
    "FROM first JOIN second USING (number) ORDER BY difference {order}, number LIMIT %s OFFSET %s"
)


ROWS_AT_ONCE = 1000
LONGEST = 300  # characters of a text on the page
RANGES = 10  # of differences, on either side of 0


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """A figure of both systems; the difference is None if their resamples are not pairs."""

    name: str
    decimals: int
    first: float
    second: float
    difference: Difference | None
    randomised: float | None  # p of the randomisation test; None too where it waits for a job
    has_few: bool = False  # segments


@dataclass(frozen=True, slots=True)
class ComparedSegment:
    """A segment with both translations."""

    number: int
    source: str
    first: str
    second: str
    first_score: float
    second_score: float
    difference: float
    language: str

    @property
    def lines(self) -> list[tuple[Pieces, float]]:
        """Return both translations, shortened, with their differing words marked, and their scores."""
        texts = [Truncator(text).chars(LONGEST) for text in (self.first, self.second)]
        spans = find_differences(texts[0], texts[1], self.language)
        pieces = [highlight(text, {DIFFERS: differing}) for text, differing in zip(texts, spans, strict=True)]
        return list(zip(pieces, (self.first_score, self.second_score), strict=True))


def find_pair_scores(
    test_set: TestSet, measure: str, pair: Sequence[Translation]
) -> tuple[TranslationScore, TranslationScore] | None:
    """Return both systems' scores from the measure's newest run, None unless it measured both."""
    key = newest_keys(test_set).get(measure, "")
    scores_of_pair = TranslationScore.objects.filter(translation__in=pair, measure=measure, key=key).defer(
        "groups_resampled"
    )
    scores = {score.translation_id: score for score in scores_of_pair}
    if len(scores) < len(pair):
        return None
    first, second = (scores[translation.pk] for translation in pair)
    return first, second


def read_figures(
    measure: str, first: TranslationScore, second: TranslationScore, p: Mapping[str, float | None], segments: int
) -> list[ComparedFigure]:
    """Return the figures defined for both systems; `p` holds the randomisation test's p by figure.

    With few segments the bootstrap has no p: it would be too small.
    """
    rows = []
    has_few = min(segments, *(score.result["n"] for score in (first, second))) < FEW_SEGMENTS
    for _, figure, name, decimals in find_columns([measure]):
        one, other = (score.result["figures"][figure]["value"] for score in (first, second))
        if one is not None and other is not None:
            comparison = compare_resampled(
                one, other, first.resampled.get(figure, []), second.resampled.get(figure, [])
            )
            if comparison and has_few:
                comparison = replace(comparison, p=None)
            rows.append(ComparedFigure(name, decimals, one, other, comparison, p.get(figure), has_few))
    return rows


class ComparedSegments:
    """The segments that both systems have a score for, as a paginator slices them."""

    def __init__(self, test_set: TestSet, measure: str, pair: Sequence[Translation], *, best_of_first: bool) -> None:
        key = newest_keys(test_set).get(measure, "")
        self._test_set, self._pair = test_set, pair
        self._parameters = [value for translation in pair for value in (translation.pk, measure, key)]
        self._order = "ASC" if best_of_first else "DESC"

    def __len__(self) -> int:
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, self._parameters)
            return int(cursor.fetchone()[0])

    def count_differences(self) -> Histogram | None:
        """Return the histogram of differences, None if no segment has a score from both."""
        with connection.cursor() as cursor:
            cursor.execute(_REACH, self._parameters)
            greatest = cursor.fetchone()[0]
            if greatest is None:
                return None
            reach = find_ticks(greatest)[-1]
            cursor.execute(_RANGES, [*self._parameters, reach / RANGES, RANGES - 1])
            counts = {int(range_index): count for range_index, count in cursor.fetchall()}
        below = [counts.get(-index, 0) for index in range(RANGES, 0, -1)]
        return Histogram(reach, below, counts.get(0, 0), [counts.get(index, 0) for index in range(1, RANGES + 1)])

    def __getitem__(self, part: slice) -> list[ComparedSegment]:
        with connection.cursor() as cursor:
            cursor.execute(_ROWS.format(order=self._order), [*self._parameters, part.stop - part.start, part.start])
            rows = cursor.fetchall()
        numbers = [row[0] for row in rows]
        sources = dict(self._test_set.segments.filter(number__in=numbers).values_list("number", "source"))
        texts: dict[tuple[int, int], str] = {}
        hypotheses: Any = Hypothesis.objects.filter(translation__in=self._pair, number__in=numbers)
        for translation, number, text in hypotheses.values_list("translation_id", "number", "text"):
            texts[translation, number] = text
        first, second = (translation.pk for translation in self._pair)
        language = self._test_set.target_language
        return [
            ComparedSegment(
                number, sources[number], texts[first, number], texts[second, number], one, other, difference, language
            )
            for number, one, other, difference in rows
        ]


def table_of_figures(names: Sequence[str], figures: Sequence[ComparedFigure]) -> Iterator[list[object]]:
    """Yield a line for each figure, unrounded."""
    yield ["figure", *names, "difference", "low", "high", "p (bootstrap)", "p (randomisation)", "note"]
    for row in figures:
        difference_found = row.difference
        ends = (difference_found and difference_found.interval) or ("", "")
        difference, p = (
            (difference_found.value, _or_nothing(difference_found.p))
            if difference_found
            else (row.second - row.first, "")
        )
        note = TOO_FEW if row.has_few else ""
        yield [row.name, row.first, row.second, difference, *ends, p, _or_nothing(row.randomised), note]


def _or_nothing(value: float | None) -> object:
    return "" if value is None else value


def explain_pair(measure: str, *scores: TranslationScore) -> list[str]:
    """Return a sentence on what the figures of two systems do not count, if there is anything."""
    counts = [(score.result["n"], score.result["left_out"]) for score in scores]
    return explain_counts(find_measure(measure).title, measure, counts)


def print_figures(
    measure: str, names: Sequence[str], figures: Sequence[ComparedFigure], notes: Sequence[str] = (), *, is_ranked: bool
) -> PaperTable:
    """Return a line for each figure with the better system marked, as displayed, if the systems can be ranked."""
    sign = -1 if find_measure(measure).lower_is_better else 1
    rows: list[Sequence[object]] = [["Figure", *names, "Difference", "p"]]
    for row in figures:
        gain = sign * (row.second - row.first)
        p = row.difference.p if row.randomised is None and row.difference else row.randomised
        is_equal = p is not None and p >= LEVEL
        written = [f"{value:.{row.decimals}f}" for value in (row.first, row.second)]
        bests = [gain <= 0 or written[0] == written[1], gain >= 0 or written[0] == written[1]]
        is_marked = is_ranked and not row.has_few
        placed = [
            Placed(value, best and is_marked, is_equal and is_marked)
            for value, best in zip(written, bests, strict=True)
        ]
        rows.append([row.name, *placed, f"{row.second - row.first:.{row.decimals}f}".replace("-", "−"), p])
    few = [TOO_FEW] if any(row.has_few for row in figures) else []
    test = "p ≥ 0.05, approximate randomisation, or else paired bootstrap"
    return PaperTable(rows, test, notes=[*few, *notes])


def table_of_changes(names: Sequence[str], changes: Sequence[Mapping[str, Any]]) -> Iterator[list[object]]:
    """Yield a line for each of the expressions that change most."""
    yield ["expression", "occurs", *names, "difference", "low", "high"]
    for row in changes:
        yield [row["label"], row["n"], row["first"], row["second"], row["difference"], *(row["interval"] or ("", ""))]


def table_of_segments(names: Sequence[str], segments: ComparedSegments) -> Iterator[list[object]]:
    """Yield a line for each segment that has a score from both, read in parts."""
    yield ["segment", "source", *names, *(f"score of {name}" for name in names), "difference"]
    for start in range(0, len(segments), ROWS_AT_ONCE):
        for row in segments[start : start + ROWS_AT_ONCE]:
            yield [row.number, row.source, row.first, row.second, row.first_score, row.second_score, row.difference]
