"""Annotators' figures in judging rounds, for pages, files and the API."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from django.core.cache import caches

from annotation_site.assignments.models import Assignment
from annotation_site.coefficients.figure import plain
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

OWN = ("annotator", "judgements", "median_seconds")
NAMES = (
    *OWN,
    "rho",
    "compared",
    "asked_again",
    "alike_again",
    "references",
    "references_low",
    "attention_passed",
    "attention_failed",
    "attention_p",
    "same_answer_share",
    "longest_run",
    "cannot_judge_share",
    "adjudicated",
    "adjudicated_same",
    "adjudicated_distance",
    "adjudicated_f1",
    "flags",
    "excluded",
)


@dataclass(frozen=True, slots=True)
class JudgingAnnotatorQuality:
    """An annotator's figures in a judging round, beside the decisions if there are any, with the reason for their
    exclusion if they are excluded.
    """

    annotator: Membership
    found: JudgeHabits
    excluded: str | None
    decided: AdjudicatedAnnotatorRow | None = None


def read_judging_annotator_quality(
    judging_round: JudgingRound, *, with_excluded: bool = False
) -> list[JudgingAnnotatorQuality]:
    """Return annotators with submitted judgements, lowest correlation with the others first.

    Excluded annotators count among the others only if `with_excluded`.
    """
    rows = _read(judging_round, with_excluded=with_excluded)
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


def describe_judge(row: JudgingAnnotatorQuality, *, is_own: bool) -> dict[str, Any]:
    """Return figures by name, rounded to six places, null if undefined; if `is_own`, none that depend on others."""
    found, habits, decided = row.found, row.found.habits, row.decided
    told = {
        "annotator": row.annotator.pseudonym,
        "judgements": found.submitted if is_own else habits.ratings,
        "median_seconds": plain(habits.seconds),
    }
    if is_own:
        return told
    return told | {
        "rho": plain(habits.rho),
        "compared": habits.compared,
        "asked_again": found.again,
        "alike_again": found.alike,
        "references": found.references,
        "references_low": found.low,
        "attention_passed": found.attention.passed,
        "attention_failed": found.attention.pairs - found.attention.passed,
        "attention_p": plain(found.attention.p),
        "same_answer_share": plain(habits.same_share),
        "longest_run": habits.longest_run,
        "cannot_judge_share": plain(habits.cannot_share),
        "adjudicated": decided.answers if decided else 0,
        "adjudicated_same": decided.same if decided else 0,
        "adjudicated_distance": _round(decided.distance) if decided else None,
        "adjudicated_f1": _round(decided.micro) if decided else None,
        "flags": [flag.name for flag in found.flags],
        "excluded": row.excluded,
    }


def _read(judging_round: JudgingRound, *, with_excluded: bool) -> list[JudgingAnnotatorQuality]:
    standing = Exclusion.objects.active(judging_round.project).values_list("membership", "reason")
    excluded: dict[int, str] = dict(standing)
    found = _describe(judging_round, () if with_excluded else excluded, with_excluded=with_excluded)
    annotators = list_annotators(judging_round.project).filter(pk__in=found)
    decided = _compare_with_decisions(judging_round)
    return [
        JudgingAnnotatorQuality(each, found[each.pk], excluded.get(each.pk), decided.get(each.pseudonym))
        for each in annotators
    ]


def _compare_with_decisions(judging_round: JudgingRound) -> dict[str, AdjudicatedAnnotatorRow]:
    """Return how near each annotator, excluded or not, is to the decisions, by pseudonym."""
    decisions = read_decisions(judging_round)
    if not decisions:
        return {}
    table = read_answer_table(judging_round, with_excluded=True)
    rows = compare_with_decisions(table, np.flatnonzero(table.counts), tabulate_decisions(table, decisions))
    return {row.annotator: row for row in rows}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _describe(judging_round: JudgingRound, excluded: Collection[int], *, with_excluded: bool) -> dict[int, JudgeHabits]:
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
