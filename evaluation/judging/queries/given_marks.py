"""Given marks of a judging round: those of an earlier round to begin with, and what judges made of them."""

from __future__ import annotations

from typing import Any

from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.queries import find_excluded
from annotation_site.projects.models import Project
from evaluation.adjudication.queries.decisions import read_decisions
from evaluation.judging.figures.agreement import RESAMPLES, SEED
from evaluation.judging.figures.report_rows import GivenMarksReport
from evaluation.judging.given_marks import Key, Marks, pair_marks, report_given_marks
from evaluation.judging.methods import find_scheme
from evaluation.judging.models import JudgementTask, JudgingRound
from evaluation.judging.queries.answers import read_spans
from evaluation.metrics.error_spans.schemes import SCHEMES
from evaluation.test_sets.models import TestSet


def list_rounds_with_marks(test_set: TestSet) -> Any:
    """Return the rounds on this test set in which errors are marked, newest first."""
    rounds = JudgingRound.objects.filter(project=test_set.project_id, test_set=test_set, method__in=list(SCHEMES))
    return rounds.order_by("-number")


def find_round_with_marks(project: Project, number: int) -> JudgingRound | None:
    """Return the round of the project with this number, if errors are marked in it."""
    judging_round: JudgingRound | None = project.judging_rounds.filter(number=number, method__in=list(SCHEMES)).first()
    return judging_round


def read_marks_of_round(judging_round: JudgingRound) -> dict[Key, Marks]:
    """Return the marks of each translation: the adjudicator's, else those submitted first, by anyone who counts."""
    decided = read_decisions(judging_round)
    spans = read_spans(judging_round, with_excluded=False)
    first: dict[int, int] = {}
    submitted = _list_submitted(judging_round, with_excluded=False).order_by("submitted_at", "pk")
    for assignment, item in submitted.values_list("pk", "item_id"):
        first.setdefault(item, assignment)
    marks: dict[Key, Marks] = {}
    tasks = JudgementTask.objects.filter(judging_round=judging_round, repeats=None)
    for task in tasks.only("segment", "position", "outputs").iterator():
        for index, output in enumerate(task.outputs):
            key = task.segment, task.position, output["text"]
            if (task.pk, index) in decided:
                marks[key] = tuple(decided[task.pk, index].spans)
            elif task.pk in first:
                marks[key] = tuple(spans.get((first[task.pk], index), ()))
    return marks


def find_given_marks_report(judging_round: JudgingRound, *, with_excluded: bool) -> GivenMarksReport | None:
    """Return what judges made of the marks that they were given; None if the round has none, or no judgements."""
    if judging_round.given_marks is None or find_scheme(judging_round.method) is None:
        return None
    spans = read_spans(judging_round, with_excluded=with_excluded)
    tasks = {
        task.pk: task
        for task in JudgementTask.objects.filter(judging_round=judging_round, repeats=None).only("segment", "outputs")
    }
    judged = []
    fields = ("pk", "item_id", "annotator__pseudonym", "active_seconds")
    submitted = _list_submitted(judging_round, with_excluded=with_excluded).order_by("pk")
    for pk, item, annotator, seconds in submitted.filter(item__in=tasks).values_list(*fields):
        task = tasks[item]
        final = [tuple(spans.get((pk, index), ())) for index in range(len(task.outputs))]
        if (row := pair_marks(annotator, str(task.segment), seconds, task.outputs, final)) is not None:
            judged.append(row)
    return report_given_marks(judged, resamples=RESAMPLES, seed=SEED)


def _list_submitted(judging_round: JudgingRound, *, with_excluded: bool) -> Any:
    submitted = (
        Assignment.objects.work()
        .submitted()
        .filter(item__judgement_task__judging_round=judging_round, item__withdrawn_from="")
    )
    return submitted if with_excluded else submitted.exclude(annotator__in=find_excluded(judging_round.project))
