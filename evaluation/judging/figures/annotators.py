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
    found = []
    for annotator in np.unique(table.by).tolist():
        own = np.flatnonzero(table.by == annotator)
        answers = own[table.is_answer[own]]
        is_reference = table.is_reference[answers]
        values, references = (table.values[answers[kept]].tolist() for kept in (~is_reference, is_reference))
        mine, twice = table.by[compared] == annotator, table.by[second] == annotator
        name = table.annotators[annotator]
        spent = seconds.get(name, ())
        found.append(
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
    return sorted(found, key=lambda row: (order_by_rho(row.rho, is_constant=row.spread == 0), row.annotator))


def _compare_with_others(table: AnswerTable) -> tuple[Integers, Floats]:
    """Return first answers to questions that others answered too, and the mean of those others' answers."""
    first = np.flatnonzero(table.is_answer & ~table.is_repeat)
    asked, values = table.asked[first], table.values[first]
    number = np.bincount(asked, minlength=len(table.questions))
    total = np.bincount(asked, values, len(table.questions))
    _, earliest, place = np.unique(asked, return_index=True, return_inverse=True)
    order = np.argsort(earliest[place], kind="stable")
    order = order[number[asked[order]] > 1]
    asked = asked[order]
    return first[order], (total[asked] - values[order]) / (number[asked] - 1)


def _pair_repeats(table: AnswerTable) -> tuple[Integers, Integers]:
    """Return first and second answers to repeated questions by the same annotator, if both were given."""
    places = {(each.task, each.output): place for place, each in enumerate(table.questions)}
    asks_again = [
        -1 if each.repeats is None else places.get((each.repeats, each.output), -1) for each in table.questions
    ]
    before = np.array(asks_again, dtype=np.int64)[table.asked]
    again = np.flatnonzero(table.is_answer & (before >= 0))
    first = np.flatnonzero(table.is_answer & ~table.is_repeat)
    people = len(table.annotators)
    given = table.asked[first] * people + table.by[first]
    order = np.argsort(given)
    wanted = before[again] * people + table.by[again]
    place = np.searchsorted(given, wanted, sorter=order)
    is_given = place < len(given)
    is_given[is_given] = given[order[place[is_given]]] == wanted[is_given]
    return first[order[place[is_given]]], again[is_given]
