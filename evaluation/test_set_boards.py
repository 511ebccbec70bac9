"""Reads of measures: the board of a test set, its expressions, and why a segment scored as it did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from evaluation.measures import ERRORS, LITTER, MEASURES, MWE, score_segment
from evaluation.metrics.mwe_score import match_expression, split_words
from evaluation.models import Hypothesis, Segment, SegmentValues, TestSet, TranslationScore

# Measure, figure, its name, and the decimals it is written with.
COLUMNS = (
    (MWE, "paper", "Score_mwe", 4),
    (MWE, "code", "Score_mwe, code", 4),
    (MWE, "macro", "Score_mwe, macro", 4),
    ("bleu", "score", "BLEU", 2),
    ("chrf", "score", "chrF", 2),
    ("ter", "score", "TER", 2),
    (LITTER, "macro", "LitTER", 4),
    (LITTER, "micro", "LitTER, micro", 4),
)
BY_EXPRESSION = (MWE, LITTER)
NAMES = {MWE: "Score_mwe", "bleu": "BLEU", "chrf": "chrF", "ter": "TER", LITTER: "LitTER"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure with its interval, as it is written."""

    value: str
    interval: str
    reason: str


@dataclass(frozen=True, slots=True)
class Board:
    """Systems × figures, best first by the first column."""

    heads: list[tuple[str, bool]]  # name, and whether lower is better
    rows: list[tuple[Any, list[Cell | None]]]
    scores: list[Any]


def newest_scores(test_set: TestSet, *, with_rows_of: str = "") -> list[Any]:
    """The scores of each measure's newest run, so that one column is never of two dictionaries or versions; rows by
    label, thousands perhaps, come along only for the one measure that is asked for."""
    scores = TranslationScore.objects.filter(translation__test_set=test_set).order_by("pk")
    latest = dict(scores.values_list("measure", "key"))
    scores = scores.select_related("translation__system")
    if with_rows_of:
        scores = scores.filter(measure=with_rows_of)
    else:
        parts = {f"the_{name}": F(f"result__{name}") for name in ("figures", "reasons", "n", "left_out")}
        scores = scores.annotate(**parts).defer("result")
    return [score for score in scores if latest[score.measure] == score.key]


def read_board(test_set: TestSet) -> Board:
    """What the page of a test set shows."""
    scores = newest_scores(test_set)
    there = {score.measure for score in scores}
    columns = [column for column in COLUMNS if column[0] in there]
    by_system = {(score.translation_id, score.measure): score for score in scores}
    translations = list(test_set.translations.select_related("system", "upload"))
    rows = [
        (each, [_cell(by_system.get((each.pk, measure)), figure, decimals) for measure, figure, _, decimals in columns])
        for each in translations
    ]
    if columns:
        measure, figure = columns[0][:2]
        values = {
            each.pk: by_system[each.pk, measure].the_figures[figure]["value"]
            for each in translations
            if (each.pk, measure) in by_system
        }
        rows.sort(key=lambda row: _rank(values.get(row[0].pk), measure))
    return Board([(name, measure in ERRORS) for measure, _, name, _ in columns], rows, scores)


def _rank(value: float | None, measure: str) -> tuple[bool, float]:
    """Best first, and last what has no figure."""
    return value is None, 0.0 if value is None else value if measure in ERRORS else -value


def _cell(score: Any, figure: str, decimals: int) -> Cell | None:
    if score is None:
        return None
    found = score.the_figures[figure]
    if found["value"] is None:
        return Cell("–", "", score.the_reasons.get(figure, ""))
    ends = found["interval"]
    interval = f"{ends[0]:.{decimals}f}–{ends[1]:.{decimals}f}" if ends else ""
    return Cell(f"{found['value']:.{decimals}f}", interval, "")


def table_of_scores(scores: Iterable[Any]) -> Iterable[Sequence[object]]:
    """Every figure on a line of its own, in full."""
    yield "system", "measure", "figure", "value", "low", "high", "n", "left_out", "signature"
    for score in scores:
        for name, figure in score.the_figures.items():
            low, high = figure["interval"] or ("", "")
            value = "" if figure["value"] is None else figure["value"]
            counts = score.the_n, score.the_left_out
            yield score.translation.system.name, score.measure, name, value, low, high, *counts, score.signature


@dataclass(frozen=True, slots=True)
class ExpressionRow:
    """A label with its mean over systems, and each system's mean."""

    label: str
    n: int
    mean: float
    systems: list[float | None]


def read_expressions(test_set: TestSet, measure: str) -> tuple[list[str], list[ExpressionRow]]:
    """The systems' names and a row for each label, that which the systems fail most first."""
    scores = newest_scores(test_set, with_rows_of=measure)
    by_label: dict[str, dict[int, dict[str, Any]]] = {}
    for place, score in enumerate(scores):
        for row in score.result["rows"]:
            by_label.setdefault(row["label"], {})[place] = row
    rows = []
    for label, found in by_label.items():
        values = [found[place]["score"] if place in found else None for place in range(len(scores))]
        defined = [value for value in values if value is not None]
        n = max(row["n"] for row in found.values())
        rows.append(ExpressionRow(label, n, sum(defined) / len(defined), values))
    sign = -1 if measure in ERRORS else 1
    rows.sort(key=lambda row: (sign * row.mean, -row.n, row.label))
    return [score.translation.system.name for score in scores], rows


Pieces = list[tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class SystemReading:
    """One system's translation of a segment: its words, those in question marked, the scores and the reasons."""

    name: str
    text: str
    pieces: Pieces
    values: dict[str, Any]
    matches: list[tuple[str, Any]]
    triggered: list[tuple[str, list[str]]]

    @property
    def scores(self) -> list[tuple[str, str]]:
        """As the page writes them."""
        return [(NAMES[measure], _write(measure, value)) for measure, value in self.values.items()]


def read_segment(segment: Segment) -> list[SystemReading]:
    """Every system's translation, in the order they were taken in, and why it scored so."""
    expressions = list(segment.expressions.order_by("position"))
    scores = newest_scores(segment.test_set)
    keys = {(score.translation_id, score.measure): score.key for score in scores}
    values = _read_values(segment, keys)
    hypotheses = Hypothesis.objects.filter(translation__test_set=segment.test_set, number=segment.number)
    readings = []
    for hypothesis in hypotheses.select_related("translation__system").order_by("translation_id"):
        own = {measure: values.get((hypothesis.translation_id, measure)) for measure in MEASURES}
        words = split_words(hypothesis.text)
        matches = [(each.label, match_expression(each.reference_text, words)) for each in expressions]
        literal = own[LITTER] or []
        triggered = [(each.label, found[1]) for each, found in zip(expressions, literal, strict=False) if found]
        nearest = {word.nearest for _, match in matches if match for word in match.words if word.score > 0}
        readings.append(
            SystemReading(
                hypothesis.translation.system.name,
                hypothesis.text,
                mark_words(hypothesis.text, nearest),
                {measure: value for measure, value in own.items() if value is not None},
                [(label, match) for label, match in matches if match],
                [(label, found) for label, found in triggered if found],
            )
        )
    return readings


def _read_values(segment: Segment, keys: dict[tuple[int, str], str]) -> dict[tuple[int, str], Any]:
    """What each measure counted in this segment, from the chunk that holds it."""
    chunks = SegmentValues.objects.filter(translation__test_set=segment.test_set, first__lte=segment.number)
    # The last chunk that begins at or before the segment; earlier ones do not reach it.
    chunks = chunks.order_by("translation_id", "measure", "key", "-first").distinct("translation_id", "measure", "key")
    found = {}
    for chunk in chunks:
        place = segment.number - chunk.first
        if keys.get((chunk.translation_id, chunk.measure)) == chunk.key and place < len(chunk.values):
            found[chunk.translation_id, chunk.measure] = chunk.values[place]
    return found


def _write(measure: str, value: Any) -> str:
    score = score_segment(measure, value)
    decimals = 3 if measure in BY_EXPRESSION else 1
    return "–" if score is None else f"{score:.{decimals}f}"


def mark_words(text: str, wanted: Iterable[str | None]) -> Pieces:
    """The text in pieces, words (between spaces) that hold a wanted one marked."""
    looked_for = set(wanted) - {None}
    pieces: Pieces = []
    for word in text.split(" "):
        pieces.append((word, bool(looked_for & set(split_words(word)))))
    return pieces


def mark_spans(text: str, spans: Sequence[Sequence[int]]) -> Pieces:
    """The text in pieces, those inside a span marked."""
    inside = [False] * len(text)
    for start, end in spans:
        inside[start:end] = [True] * (end - start)
    pieces: Pieces = []
    for character, is_marked in zip(text, inside, strict=True):
        if pieces and pieces[-1][1] == is_marked:
            pieces[-1] = (pieces[-1][0] + character, is_marked)
        else:
            pieces.append((character, is_marked))
    return pieces
