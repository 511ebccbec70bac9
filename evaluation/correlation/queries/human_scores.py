"""Human scores as correlations use them: the answers of a judging round, and the report on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from django.conf import settings
from django.core.cache import caches

from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.queries import find_excluded
from annotation_site.operations.models import Operation
from evaluation.adjudication.queries.decisions import read_decisions
from evaluation.correlation.inputs import Preference
from evaluation.judging.figures.adjudicated import ADJUDICATED
from evaluation.judging.figures.agreement import report_judging_round
from evaluation.judging.figures.answers import Judged, Unit, system_scores
from evaluation.judging.figures.report_rows import JudgingRoundReport
from evaluation.judging.methods import EQUAL, SECOND_BETTER, as_number, is_penalty
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.queries.answers import read_answer_table, read_judged
from evaluation.judging.queries.given_marks import find_given_marks_report
from evaluation.metrics.correlation.judgements import HumanScore
from evaluation.test_sets.models import Expression

KEPT_SECONDS = 24 * 60 * 60

CHANGING = ("submit", "reopen", "withdraw", "bring_back", "adjudicate_judgement", "undo_adjudicate_judgement")


def find_judging_round_report(judging_round: JudgingRound, *, with_excluded: bool = False) -> JudgingRoundReport:
    """Return the report on the present judgements.

    It is cached until an assignment is submitted or reopened, an item decided, or an annotator excluded or readmitted.
    """
    key = f"judging-round-report-{name_state(judging_round, with_excluded=with_excluded)}"
    kept = caches["figures"].get(key)
    if kept is not None:
        return cast(JudgingRoundReport, kept)
    answers = read_answer_table(judging_round, with_excluded=with_excluded)
    report = report_judging_round(answers, _load_seconds(judging_round), read_decisions(judging_round))
    report = replace(report, given_marks=find_given_marks_report(judging_round, with_excluded=with_excluded))
    caches["figures"].set(key, report, KEPT_SECONDS)
    return report


def name_state(judging_round: JudgingRound, *, with_excluded: bool) -> str:
    """Return a key that changes with the judging round's figures.

    Submitting, reopening, excluding and readmitting change it, and so does another version of this software.
    """
    left_out = () if with_excluded else sorted(find_excluded(judging_round.project))
    return f"{judging_round.pk}-{count_changes(judging_round)}-{hash(tuple(left_out))}-{settings.VERSION}"


def count_changes(judging_round: JudgingRound) -> int:
    """Return how often work of the judging round was submitted or reopened, and an item decided, withdrawn or brought
    back.

    The key of the latest such operation would not do: of two concurrent transactions, the one with the lower key may
    commit last.
    """
    changes = Operation.objects.filter(item__judgement_task__judging_round=judging_round, kind__in=CHANGING)
    return changes.count()


def read_scores(
    judging_round: JudgingRound, *, with_excluded: bool = False, adjudicated: bool = False
) -> list[HumanScore]:
    """Return a score for each system whose output was judged, without repeats; none where people compared. With
    `adjudicated`, decisions take the place of the judgements that they settle.

    Penalties have their sign turned, so that higher is better for every method.
    """
    if judging_round.method == JudgingRound.Method.PREFERENCE:
        return []
    moved = find_moved(judging_round)
    sign = -1 if is_penalty(judging_round.method) else 1
    return [
        HumanScore(segment, system, annotator, sign * score, expression=_place(row, moved))
        for row in _iterate_judged(judging_round, with_excluded=with_excluded, adjudicated=adjudicated)
        if row.counts
        for segment, system, annotator, score in system_scores([row])
    ]


def read_preferences(
    judging_round: JudgingRound, *, with_excluded: bool = False, adjudicated: bool = False
) -> list[Preference]:
    """Return a preference for every pair of systems that an answer compares; none for a judging round of scores."""
    if judging_round.method != JudgingRound.Method.PREFERENCE:
        return []
    moved = find_moved(judging_round)
    preferences = []
    for row in _iterate_judged(judging_round, with_excluded=with_excluded, adjudicated=adjudicated):
        if not row.counts or row.against is None:
            continue
        better, worse = (row.against, row.systems) if row.value == SECOND_BETTER else (row.systems, row.against)
        preferences += [
            Preference(row.segment, one, other, row.annotator, _place(row, moved), is_tie=row.value == EQUAL)
            for one in better
            for other in worse
        ]
    return preferences


def _iterate_judged(judging_round: JudgingRound, *, with_excluded: bool, adjudicated: bool) -> Iterator[Judged]:
    decided = read_decisions(judging_round) if adjudicated else {}
    settled: dict[Unit, Judged] = {}
    for row in read_judged(judging_round, with_excluded=with_excluded):
        unit = row.task, row.output
        if unit in decided:
            settled[unit] = replace(row, annotator=ADJUDICATED, value=decided[unit].value)
        else:
            yield row
    yield from settled.values()


def _place(row: Judged, moved: set[tuple[str, int | None]]) -> int | None:
    return None if (row.segment, row.expression) in moved else row.expression


def find_moved(judging_round: JudgingRound) -> set[tuple[str, int | None]]:
    """Return the expressions that have changed since they were judged, and so match none of today's."""
    fields = ("label", "source_spans")
    marked = Expression.objects.filter(segment__test_set=judging_round.test_set_id)
    now = {
        (number, position): marked_fields
        for number, position, *marked_fields in marked.values_list("segment__number", "position", *fields)
    }
    tasks = JudgementTask.objects.counted().filter(judging_round=judging_round)
    judged = tasks.values_list("segment", "position", *fields)
    return {
        (str(segment), position)
        for segment, position, *judged_fields in judged.iterator()
        if now.get((segment, position)) != judged_fields
    }


def list_judgements(judging_round: JudgingRound, *, with_excluded: bool = False) -> Iterator[Sequence[object]]:
    """Yield judgements in long form, after a header: a line for every system whose output was judged.

    Annotators are named by pseudonyms.
    """
    preference = judging_round.method == JudgingRound.Method.PREFERENCE
    yield ("segment", "system", "against", "annotator", "answer", "repeat") if preference else (
        "segment", "system", "annotator", "score", "repeat"
    )  # fmt: skip
    for row in read_judged(judging_round, with_excluded=with_excluded):
        value = as_number(row.value) if row.is_answer else ""
        repeat = int(row.repeats is not None)
        for system in row.systems or ("(reference)",):
            if preference:
                yield row.segment, system, ", ".join(row.against or ()) or "(reference)", row.annotator, value, repeat
            else:
                yield row.segment, system, row.annotator, value, repeat


def _load_seconds(judging_round: JudgingRound) -> dict[str, list[float]]:
    submitted = Assignment.objects.submitted().filter(
        item__judgement_task__judging_round=judging_round, item__withdrawn_from=""
    )
    seconds: dict[str, list[float]] = defaultdict(list)
    for name, active in submitted.values_list("annotator__pseudonym", "active_seconds"):
        seconds[name].append(active)
    return seconds
