"""Annotators' figures in judging rounds, for pages, files and the API."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import cast

import numpy as np
from django.core.cache import caches

from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Membership
from annotation_site.projects.queries import list_annotators
from evaluation.adjudication.queries.decisions import read_decisions
from evaluation.correlation.queries.human_scores import KEPT_SECONDS, name_state
from evaluation.judging.figures.adjudicated import compare_with_decisions, tabulate_decisions
from evaluation.judging.figures.annotator_quality import JudgeHabits, Judgement, describe_judges
from evaluation.judging.figures.report_rows import AdjudicatedAnnotatorRow
from evaluation.judging.methods import count_questions
from evaluation.judging.models import JudgingRound, OutputJudgement, ShownOrder
from evaluation.judging.queries.answers import read_answer_table, read_asked
from evaluation.judging.queries.attention_pairs import read_attention_pairs, read_attention_seconds
from idiomaticity.ratings.scores import order_by_rho
from idiomaticity.screening.annotator_quality import GivenRating, Habits, measure_habits


@dataclass(frozen=True, slots=True)
class JudgingAnnotatorQuality:
    """An annotator's figures in a judging round, beside the decisions if there are any, with the reason for their
    exclusion if they are excluded.
    """

    annotator: Membership
    found: JudgeHabits
    excluded: str | None
    decided: AdjudicatedAnnotatorRow | None = None
    # To annotators themselves, attention items are judgements as all others.
    is_own: bool = False

    @property
    def judgement_count(self) -> int:
        """Return the number of judgements, without attention items; with them where annotators look at themselves."""
        return self.found.submitted if self.is_own else self.found.habits.ratings


def read_judging_annotator_quality(
    judging_round: JudgingRound, *, with_excluded: bool = False, viewer: int | None = None
) -> list[JudgingAnnotatorQuality]:
    """Return annotators with submitted judgements, lowest correlation with the others first.

    Excluded annotators count among the others only if `with_excluded`. The `viewer` is the user who looks.
    """
    rows = _read_rows(judging_round, with_excluded=with_excluded, viewer=viewer)
    return sorted(
        rows,
        key=lambda row: (
            order_by_rho(row.found.habits.rho, is_constant=row.found.habits.is_constant),
            row.annotator.pk,
        ),
    )


def read_judge(judging_round: JudgingRound, annotator: Membership) -> JudgingAnnotatorQuality | None:
    """Return the annotator's figures, compared with those who count; None if nothing is submitted."""
    return next((row for row in read_judging_annotator_quality(judging_round) if row.annotator == annotator), None)


def read_own_pace(annotator: Membership) -> dict[int, Habits]:
    """Return the number and pace of the annotator's submitted judgements, by the key of the judging round.

    Annotators see no more than this of themselves, so no answers of others are read.
    """
    seconds: dict[int, list[float]] = {}
    own = annotator.assignments.submitted().values_list("item__judgement_task__judging_round", "active_seconds")
    for judging_round, active in own.iterator():
        seconds.setdefault(judging_round, []).append(active)
    return {key: measure_habits([GivenRating((), (), each) for each in found]) for key, found in seconds.items()}


def _read_rows(
    judging_round: JudgingRound, *, with_excluded: bool, viewer: int | None
) -> list[JudgingAnnotatorQuality]:
    standing = Exclusion.objects.active(judging_round.project).values_list("membership", "reason")
    excluded: dict[int, str] = dict(standing)
    found = _measure_habits_of_all(judging_round, () if with_excluded else excluded, with_excluded=with_excluded)
    annotators = list_annotators(judging_round.project).filter(pk__in=found)
    decided = _compare_with_decisions(judging_round)
    return [
        JudgingAnnotatorQuality(
            annotator,
            found[annotator.pk],
            excluded.get(annotator.pk),
            decided.get(annotator.pseudonym),
            annotator.user_id == viewer,
        )
        for annotator in annotators
    ]


def _compare_with_decisions(judging_round: JudgingRound) -> dict[str, AdjudicatedAnnotatorRow]:
    """Return how near each annotator, excluded or not, is to the decisions, by pseudonym."""
    decisions = read_decisions(judging_round)
    if not decisions:
        return {}
    table = read_answer_table(judging_round, with_excluded=True)
    rows = compare_with_decisions(table, np.flatnonzero(table.counts), tabulate_decisions(table, decisions))
    return {row.annotator: row for row in rows}


def _measure_habits_of_all(
    judging_round: JudgingRound, excluded: Collection[int], *, with_excluded: bool
) -> dict[int, JudgeHabits]:
    """Return the habits of all who submitted, cached until the judging round's answers change."""
    key = f"judging-annotator-quality-{name_state(judging_round, with_excluded=with_excluded)}"
    kept = caches["figures"].get(key)
    if kept is not None:
        return cast(dict[int, JudgeHabits], kept)
    given = _read_judgements(judging_round)
    annotators = sorted({judgement.annotator for judgement in given})
    described = describe_judges(
        given,
        judging_round.method,
        annotators,
        excluded=excluded,
        attention=read_attention_pairs(judging_round),
        check_seconds=read_attention_seconds(judging_round),
    )
    found = dict(zip(annotators, described, strict=True))
    caches["figures"].set(key, found, KEPT_SECONDS)
    return found


def _read_judgements(judging_round: JudgingRound) -> list[Judgement]:
    """Return the judging round's judgements in order of submission."""
    of_round = (
        Assignment.objects.work()
        .submitted()
        .filter(item__judgement_task__judging_round=judging_round, item__withdrawn_from="")
    )
    answers = OutputJudgement.objects.submitted().filter(assignment__item__judgement_task__judging_round=judging_round)
    given: dict[int, dict[int, int]] = {}
    for assignment, output, value in answers.values_list("assignment", "output", "value").iterator():
        given.setdefault(assignment, {})[output] = value
    orders = dict(ShownOrder.objects.filter(assignment__in=of_round).values_list("assignment", "places"))
    tasks = read_asked(judging_round)
    judgements = []
    fields = ("pk", "annotator", "item", "active_seconds")
    for pk, annotator, task, seconds in of_round.order_by("submitted_at", "pk").values_list(*fields).iterator():
        asked = tasks[task]
        questions = count_questions(judging_round.method, len(asked.systems))
        judgements.append(
            Judgement(
                annotator=annotator,
                task=task,
                values=tuple(given.get(pk, {}).get(place) for place in range(questions)),
                shown=tuple(orders.get(pk, range(len(asked.systems)))),
                seconds=seconds,
                repeats=asked.repeats,
                reference=asked.reference,
            )
        )
    return judgements
