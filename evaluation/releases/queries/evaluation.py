"""The evaluation of a test set as a release holds it, read within one snapshot of the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.queries import find_excluded
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from evaluation.adjudication.queries.decisions import list_decided
from evaluation.alignments.models import AlignedSegment
from evaluation.correlation.models import HumanStudy, StudyPreference, StudyScore
from evaluation.downloads.queries.rows import CHUNK, list_alignments, read_values
from evaluation.judging.methods import as_number, find_scheme
from evaluation.judging.models import JudgementTask, JudgingRound, MarkedSpan, OutputJudgement
from evaluation.judging.planning import SHARES
from evaluation.judging.queries.answers import name_systems
from evaluation.measures.registry import sort_measures
from evaluation.metrics.error_spans.schemes import ErrorSpan
from evaluation.releases.records import (
    Judging,
    ReleasedDecision,
    ReleasedJudgement,
    ReleasedLinks,
    ReleasedRound,
    ReleasedScore,
    ReleasedTask,
    ReleasedValues,
    ReleasedVerdict,
)
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import RESAMPLES, TranslationScore

RELEASE = "evaluation_release"


def find_releases(test_set: TestSet) -> list[Release]:
    """Return the releases of the test set, oldest first."""
    released = Release.objects.filter(
        project=test_set.project_id, job__kind=RELEASE, job__parameters__test_set=test_set.pk
    )
    return list(released.order_by("number"))


def choose_scores(test_set: TestSet, *, without: Sequence[str] = RESAMPLES) -> tuple[list[TranslationScore], int]:
    """Return the scores of each measure's newest run that were computed from the present expressions, in the order of
    the board, and the number of those left out because the expressions have changed since. Columns `without` which one
    can do are not loaded.
    """
    all_scores = TranslationScore.objects.filter(translation__test_set=test_set).order_by("pk")
    newest = dict(all_scores.values_list("measure", "key"))
    scores = list(all_scores.select_related("translation__system").defer(*without))
    scores = [score for score in scores if newest[score.measure] == score.key]
    now = f"testset:{test_set.sha256[:12]}"
    current = [score for score in scores if not test_set.expressions_sha256 or now in score.signature]
    order = {measure.name: index for index, measure in enumerate(sort_measures(newest))}
    current.sort(key=lambda score: (order[score.measure], score.translation_id))
    return current, len(scores) - len(current)


def read_released_scores(scores: Sequence[TranslationScore]) -> list[ReleasedScore]:
    """Return the scores, numbered as runs of the release."""
    return [
        ReleasedScore(run, str(score.translation.system), score.measure, score.options, score.result, score.signature)
        for run, score in enumerate(scores, 1)
    ]


def read_released_values(scores: Sequence[TranslationScore]) -> Iterator[ReleasedValues]:
    """Yield the values of every run, in the order of the runs and segments."""
    for run, score in enumerate(scores, 1):
        for first, values, segment_scores in read_values(score):
            yield ReleasedValues(run, first, values, segment_scores)


def read_links(test_set: TestSet) -> Iterator[ReleasedLinks]:
    """Yield every alignment, segment by segment."""
    for system, alignment in list_alignments(test_set):
        rows = AlignedSegment.objects.filter(alignment=alignment).order_by("number")
        for row in rows.iterator(chunk_size=CHUNK):
            yield ReleasedLinks(system, row.number, row.source_places, row.target_places, row.links)


def read_judging(judging_round: JudgingRound) -> Judging:
    """Return the round with its tasks, submitted judgements and decisions."""
    names = name_systems(judging_round)
    index_of = {pk: index for index, pk in enumerate(names)}
    released_fields = ("number", "name", "method", "scope", "wording", "required_count", *SHARES, "hides_reference")
    released_round = ReleasedRound(
        **{name: getattr(judging_round, name) for name in released_fields},
        systems=list(names.values()),
        given_marks=judging_round.given_marks,
    )
    judging, tasks = Judging(released_round), dict[int, int]()
    for row in JudgementTask.objects.filter(judging_round=judging_round).order_by("item_id").iterator(chunk_size=CHUNK):
        tasks[row.pk] = len(tasks) + 1
        outputs = []
        for output in row.outputs:
            outputs.append({**output, "systems": [index_of[pk] for pk in output["systems"]]})
        again = tasks[row.repeats_id] if row.repeats_id else None
        judging.tasks.append(
            ReleasedTask(
                released_round.number,
                tasks[row.pk],
                row.segment,
                row.position,
                row.label,
                row.source_spans,
                outputs,
                again,
                asdict(row.stretch) if row.stretch else None,
            )
        )
    judging.judgements.extend(_iterate_judgements(judging_round, tasks))
    judging.decisions.extend(_iterate_decisions(judging_round, tasks))
    return judging


def _iterate_judgements(judging_round: JudgingRound, tasks: dict[int, int]) -> Iterator[ReleasedJudgement]:
    submitted = Assignment.objects.submitted().filter(
        item__judgement_task__judging_round=judging_round, item__withdrawn_from=""
    )
    given: dict[int, list[float]] = defaultdict(list)
    answers = OutputJudgement.objects.filter(assignment__in=submitted).order_by("assignment", "output")
    for assignment, value in answers.values_list("assignment", "value").iterator():
        given[assignment].append(as_number(value))
    has_spans = find_scheme(judging_round.method) is not None
    spans: defaultdict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    marked = MarkedSpan.objects.filter(assignment__in=submitted).order_by("pk") if has_spans else ()
    for marked_span in marked:
        span = ErrorSpan(
            marked_span.side, marked_span.start, marked_span.end, marked_span.category, marked_span.severity
        )
        spans[marked_span.assignment_id, marked_span.output].append(span.to_json())
    excluded = set(find_excluded(judging_round.project))
    rows = submitted.order_by("pk").values_list(
        "pk", "item_id", "annotator_id", "annotator__pseudonym", "active_seconds"
    )
    for pk, item, annotator, name, seconds in rows:
        is_excluded = annotator in excluded
        of_outputs = [spans[pk, output] for output in range(len(given[pk]))] if has_spans else []
        yield ReleasedJudgement(judging_round.number, tasks[item], name, is_excluded, given[pk], seconds, of_outputs)


def _iterate_decisions(judging_round: JudgingRound, tasks: dict[int, int]) -> Iterator[ReleasedDecision]:
    for item, answers, spans in list_decided(judging_round):
        yield ReleasedDecision(judging_round.number, tasks[item], [as_number(value) for value in answers], spans)


def read_studies(test_set: TestSet) -> Iterator[ReleasedVerdict]:
    """Yield every judgement of a study done elsewhere."""
    fields = ("segment", "expression", "annotator")
    for study in HumanStudy.objects.filter(test_set=test_set).order_by("pk"):
        scores = StudyScore.objects.filter(study=study).order_by("pk").values_list(*fields, "system__name", "score")
        for segment, expression, annotator, system, value in scores.iterator():
            yield ReleasedVerdict(study.name, segment, expression, annotator, [system], value)
        verdicts = StudyPreference.objects.filter(study=study).order_by("pk")
        compared = verdicts.values_list(*fields, "first__name", "second__name", "verdict")
        for segment, expression, annotator, first, second, verdict in compared.iterator():
            yield ReleasedVerdict(study.name, segment, expression, annotator, [first, second], verdict)


def look_ahead(project: Project) -> list[dict[str, Any]]:
    """Return, for each test set with outputs, what a release of it would hold now, newest first."""
    test_sets = project.test_sets.filter(translations__isnull=False).select_related("job").distinct().order_by("-pk")
    rows = []
    for test_set in test_sets:
        scores, left_out = choose_scores(test_set, without=("result", *RESAMPLES))
        rows.append(
            {
                "test_set": test_set,
                "systems": test_set.translations.count(),
                "scores": len(scores),
                "left_out": left_out,
                "judging_rounds": test_set.judging_rounds.count(),
                "judgements": Assignment.objects.work()
                .submitted()
                .filter(item__judgement_task__judging_round__test_set=test_set, item__withdrawn_from="")
                .count(),
            }
        )
    return rows
