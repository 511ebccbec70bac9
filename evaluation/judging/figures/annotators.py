"""Each annotator of a judging round, compared with the others and with themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, median, stdev

import numpy as np

from annotation_site.coefficients.resampling import Floats
from evaluation.judging.figures.answer_table import AnswerTable, Integers
from evaluation.judging.figures.report_rows import AnnotatorRow
from evaluation.metrics.correlation.measures import spearman
from idiomaticity.ratings.scores import order_by_rho


def describe_annotators(table: AnswerTable, seconds: Mapping[str, Sequence[float]]) -> list[AnnotatorRow]:
    """Return a row per annotator, lowest correlation with the others first.

    Repeats and hidden references count here, and here alone.
    """
    compared, others = _compare_with_others(table)
    first, second = _pair_repeats(table)
    rows = []
    for annotator in np.unique(table.by).tolist():
        own = np.flatnonzero(table.by == annotator)
        answers = own[table.is_answer[own]]
        is_reference = table.is_reference[answers]
        values, references = (table.values[answers[kept]].tolist() for kept in (~is_reference, is_reference))
        mine, twice = table.by[compared] == annotator, table.by[second] == annotator
        name = table.annotators[annotator]
        spent = seconds.get(name, ())
        rows.append(
            AnnotatorRow(
                annotator=name,
                judgements=len(own),
                cannot_judge=len(own) - len(answers),
                mean=fmean(values) if values else None,
                spread=stdev(values) if len(values) > 1 else None,
                rho=spearman(table.values[compared[mine]], others[mine]),
                compared=int(mine.sum()),
                repeated=int(twice.sum()),
                same=int((table.values[first[twice]] == table.values[second[twice]]).sum()),
                reference_mean=fmean(references) if references else None,
                seconds=median(spent) if spent else None,
            )
        )
    return sorted(rows, key=lambda row: (order_by_rho(row.rho, is_constant=row.spread == 0), row.annotator))


def _compare_with_others(table: AnswerTable) -> tuple[Integers, Floats]:
    """Return first answers to questions that others answered too, and the mean of those others' answers."""
    first = np.flatnonzero(table.is_answer & ~table.is_repeat)
    questions, values = table.question_of[first], table.values[first]
    number = np.bincount(questions, minlength=len(table.questions))
    total = np.bincount(questions, values, len(table.questions))
    # Answers to one question stand together, in the order in which the questions were first answered.
    _, earliest, group = np.unique(questions, return_index=True, return_inverse=True)
    order = np.argsort(earliest[group], kind="stable")
    order = order[number[questions[order]] > 1]
    questions = questions[order]
    return first[order], (total[questions] - values[order]) / (number[questions] - 1)


def _pair_repeats(table: AnswerTable) -> tuple[Integers, Integers]:
    """Return first and second answers to repeated questions by the same annotator, if both were given."""
    index_of = {(question.task, question.output): index for index, question in enumerate(table.questions)}
    asks_again = [
        -1 if question.repeats is None else index_of.get((question.repeats, question.output), -1)
        for question in table.questions
    ]
    before = np.array(asks_again, dtype=np.int64)[table.question_of]
    again = np.flatnonzero(table.is_answer & (before >= 0))
    first = np.flatnonzero(table.is_answer & ~table.is_repeat)
    people = len(table.annotators)
    # One number for each couple of question and annotator, so that a sorted search finds what each repeats.
    given = table.question_of[first] * people + table.by[first]
    order = np.argsort(given)
    wanted = before[again] * people + table.by[again]
    position = np.searchsorted(given, wanted, sorter=order)
    is_given = position < len(given)
    is_given[is_given] = given[order[position[is_given]]] == wanted[is_given]
    return first[order[position[is_given]]], again[is_given]
