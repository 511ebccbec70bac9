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
    decided_questions = [
        (index, decisions[question.task, question.output])
        for index, question in enumerate(table.questions)
        if (question.task, question.output) in decisions
    ]
    return AnswerTable(
        table.systems,
        [ADJUDICATED],
        table.questions,
        question_of=np.array([index for index, _ in decided_questions], dtype=np.int64),
        by=np.zeros(len(decided_questions), dtype=np.int64),
        values=np.array([decided.value for _, decided in decided_questions], dtype=np.float64),
        spans=[decided.spans for _, decided in decided_questions],
        lower_is_better=table.lower_is_better,
    )


def compare_with_decisions(
    table: AnswerTable, counted: Integers, decided: AnswerTable
) -> list[AdjudicatedAnnotatorRow]:
    """Return how near each annotator's answers and marks are to the decisions on the same translations."""
    place_of = {int(decided.question_of[row]): int(row) for row in np.flatnonzero(decided.counts)}
    pairs: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for row in counted.tolist():
        if (own := place_of.get(int(table.question_of[row]))) is not None:
            pairs[table.annotators[int(table.by[row])]].append((row, own))
    rows = []
    for annotator, compared in sorted(pairs.items()):
        distances = [abs(float(table.values[row] - decided.values[own])) for row, own in compared]
        overlaps = [compare_spans(decided.spans[own], table.spans[row]) for row, own in compared if table.spans]
        rows.append(
            AdjudicatedAnnotatorRow(
                annotator=annotator,
                answers=len(compared),
                same=sum(not distance for distance in distances),
                distance=fmean(distances),
                micro=micro_f1(overlaps),
                macro=macro_f1(overlaps),
            )
        )
    return rows


def score_from_decisions(table: AnswerTable, counted: Integers, decided: AnswerTable) -> list[AdjudicatedSystemRow]:
    """Return each system's mean from the decisions, beside that of the annotators on the same translations."""
    own = np.flatnonzero(decided.counts)
    if not len(own):
        return []
    others = counted[np.isin(table.question_of[counted], decided.question_of[own])]
    adjudicated, annotated = (
        side.tabulate(chosen, np.zeros(len(chosen), dtype=np.int64), 1)
        for side, chosen in ((decided, own), (table, others))
    )
    rows = zip(table.systems, adjudicated.counts.sum(axis=0), adjudicated.means(), annotated.means(), strict=True)
    return [AdjudicatedSystemRow(system, int(count), *means) for system, count, *means in rows if count]
