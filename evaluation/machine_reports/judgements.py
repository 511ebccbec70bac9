"""A machine's judgements of translations compared with people's, by the method of the judging round. Pure.

Scores and weights of errors are compared as ratings are, error spans also by F1 over characters, and preferences by the
share of equal answers, Fleiss kappa and nominal alpha. Segments are sampled with all their questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from evaluation.judging.figures.answer_table import AnswerTable
from evaluation.judging.methods import find_scheme
from evaluation.machine_reports.alternative_annotator import Scores
from evaluation.machine_reports.comparison import RESAMPLES, SEED, ComparedAnnotator, ComparedGroup, compare_figures
from evaluation.machine_reports.couples import Floats, Indexes
from evaluation.machine_reports.ratings import (
    FIGURES,
    RatedUnit,
    Sides,
    compare_with_others,
    couple,
    index_items,
    rate_scores,
    score_instances,
)
from evaluation.machine_reports.ratings import compare_annotators as compare_scores
from evaluation.metrics.error_spans.overlap import Overlap, compare_spans
from evaluation.metrics.error_spans.schemes import ErrorSpan

PREFERENCE_FIGURES = ("agreement", "fleiss_kappa", "alpha")
SPAN_FIGURE = "span_f1"
Spans = Sequence[ErrorSpan]
Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgedUnit(RatedUnit):
    """The answers to one question about a translation, the item being its segment, with the error spans; `question` is
    the place of the question in the table that it was read from.
    """

    question: int
    people_spans: Mapping[str, Spans] = field(default_factory=dict)
    machine_spans: Spans = ()

    @property
    def span_couples(self) -> tuple[list[tuple[Spans, Spans]], list[tuple[Spans, Spans]]]:
        """The couples of two people's marks, and those of the machine's and a person's."""
        people = list(self.people_spans.values())
        return list(combinations(people, 2)), [(self.machine_spans, marks) for marks in people]


def pair_up(people: AnswerTable, machine: AnswerTable) -> list[JudgedUnit]:
    """Return the questions that count and that people and the machine answered; both tables have the same ones."""
    by_question: dict[int, dict[str, int]] = {}
    for row in np.flatnonzero(people.counts).tolist():
        by_question.setdefault(int(people.question_of[row]), {})[people.annotators[int(people.by[row])]] = row
    units = []
    for own in np.flatnonzero(machine.counts).tolist():
        question = int(machine.question_of[own])
        if rows := by_question.get(question):
            units.append(
                JudgedUnit(
                    int(people.questions[question].segment),
                    {name: float(people.values[row]) for name, row in rows.items()},
                    float(machine.values[own]),
                    question,
                    {name: people.spans[row] for name, row in rows.items()} if people.spans else {},
                    machine.spans[own] if machine.spans else (),
                )
            )
    return units


def compare_judgements(
    group: str, units: Sequence[JudgedUnit], method: str, *, resamples: int = RESAMPLES, seed: int = SEED
) -> ComparedGroup:
    """Return the figures of the method over questions that two people answered, all others left out."""
    judged, item_indexes, items = index_items(units)
    if method == "preference":
        names: Names = PREFERENCE_FIGURES
        sides = _rate_preferences(judged, item_indexes)
    else:
        names = FIGURES
        sides, resamples = rate_scores(judged, item_indexes, resamples)
    overlaps = _sum_overlaps(judged, item_indexes, items) if find_scheme(method) else ()

    def figures(weights: Floats) -> Floats:
        columns = list(sides(weights))
        for side, table in enumerate(overlaps):
            columns[side] = np.concatenate([columns[side], _f1(weights @ table)], axis=1)
        return np.concatenate(columns, axis=1)

    compared = compare_figures(
        (*names, *([SPAN_FIGURE] if overlaps else [])), items, figures, resamples=resamples, seed=seed
    )
    return ComparedGroup(group, items, compared, compare_annotators(judged, method))


def compare_annotators(units: Sequence[JudgedUnit], method: str) -> list[ComparedAnnotator]:
    """Return the agreement of each annotator with the others beside that of the machine with the same others: ρ, or the
    mean share of equal answers of preferences.
    """
    if method != "preference":
        return compare_scores(units)
    compared = []
    for name, scores in score_judgements(units, method).items():
        machine, own = np.mean(scores, axis=0).tolist()
        compared.append(ComparedAnnotator(name, len(scores), own, machine))
    return compared


def score_judgements(units: Iterable[JudgedUnit], method: str) -> dict[str, Scores]:
    """Return, for the alternative annotator test, −RMSE to the others' answers, or the share of equal preferences."""
    return compare_with_others(units, _share_of_equals) if method == "preference" else score_instances(units)


def name_main_figure(method: str) -> str:
    """Return the figure by which groups are compared."""
    return "alpha" if method == "preference" else "alpha_ordinal"


def _share_of_equals(answer: float, others: Sequence[float]) -> float:
    return sum(answer == other for other in others) / len(others)


def _rate_preferences(units: Sequence[JudgedUnit], item_indexes: Indexes) -> Sides:
    people, machine = couple(units, item_indexes)
    return lambda weights: (people.chance(weights), machine.chance(weights))


def _sum_overlaps(units: Sequence[JudgedUnit], item_indexes: Indexes, items: int) -> tuple[Floats, Floats]:
    """Return matching and marked characters of both sides, summed by item."""
    tables = np.zeros((items, 3)), np.zeros((items, 3))
    for item, unit in zip(item_indexes, units, strict=True):
        for table, couples in zip(tables, unit.span_couples, strict=True):
            overlap = sum((compare_spans(*spans) for spans in couples), Overlap())
            table[item] += overlap.matched, overlap.first, overlap.second
    return tables


def _f1(sums: Floats) -> Floats:
    return np.array([Overlap(float(matched), int(one), int(two)).f1 for matched, one, two in sums]).reshape(-1, 1)
