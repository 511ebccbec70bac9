"""Annotators beside the adjudicator: agreement of each with the decisions, and systems' means from both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from evaluation.judging.figures.answer_table import AnswerTable, Integers
from evaluation.judging.figures.answers import Unit
from evaluation.judging.figures.report_rows import AdjudicatedAnnotatorRow, AdjudicatedSystemRow
from evaluation.metrics.error_spans.overlap import compare_spans, macro_f1, micro_f1
from evaluation.metrics.error_spans.schemes import ErrorSpan

# In place of an annotator's pseudonym.
ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Decided:
    """The decided answer to a question, with the error spans of its output."""

    value: float
    spans: Sequence[ErrorSpan] = ()


def tabulate_decisions(table: AnswerTable, decisions: Mapping[Unit, Decided]) -> AnswerTable:
    """Return the decisions as the answers of one more annotator to the same questions."""
    found = [
        (place, decisions[each.task, each.output])
        for place, each in enumerate(table.questions)
        if (each.task, each.output) in decisions
    ]
    return AnswerTable(
        table.systems,
        [ADJUDICATED],
        table.questions,
        asked=np.array([place for place, _ in found], dtype=np.int64),
        by=np.zeros(len(found), dtype=np.int64),
        values=np.array([decided.value for _, decided in found], dtype=np.float64),
        spans=[decided.spans for _, decided in found],
        lower_is_better=table.lower_is_better,
    )


def compare_with_decisions(
    table: AnswerTable, counted: Integers, decided: AnswerTable
) -> list[AdjudicatedAnnotatorRow]:
    """Return how near each annotator's answers and marks are to the decisions on the same translations."""
    place_of = {int(decided.asked[place]): int(place) for place in np.flatnonzero(decided.counts)}
    pairs: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for place in counted.tolist():
        if (own := place_of.get(int(table.asked[place]))) is not None:
            pairs[table.annotators[int(table.by[place])]].append((place, own))
    found = []
    for annotator, compared in sorted(pairs.items()):
        distances = [abs(float(table.values[place] - decided.values[own])) for place, own in compared]
        overlaps = [compare_spans(decided.spans[own], table.spans[place]) for place, own in compared if table.spans]
        found.append(
            AdjudicatedAnnotatorRow(
                annotator=annotator,
                answers=len(compared),
                same=sum(not distance for distance in distances),
                distance=fmean(distances),
                micro=micro_f1(overlaps),
                macro=macro_f1(overlaps),
            )
        )
    return found


def score_from_decisions(table: AnswerTable, counted: Integers, decided: AnswerTable) -> list[AdjudicatedSystemRow]:
    """Return each system's mean from the decisions, beside that of the annotators on the same translations."""
    own = np.flatnonzero(decided.counts)
    if not len(own):
        return []
    others = counted[np.isin(table.asked[counted], decided.asked[own])]
    adjudicated, annotated = (
        side.tabulate(chosen, np.zeros(len(chosen), dtype=np.int64), 1)
        for side, chosen in ((decided, own), (table, others))
    )
    rows = zip(table.systems, adjudicated.counts.sum(axis=0), adjudicated.means(), annotated.means(), strict=True)
    return [AdjudicatedSystemRow(system, int(count), *means) for system, count, *means in rows if count]
