"""Job that imports the judgements of a finished study."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from alignment.formats import FormatError
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError
from evaluation.correlation.models import Correlation, HumanStudy, StudyPreference, StudyScore
from evaluation.correlation.queries.human_sources import find_translated_systems
from evaluation.correlation.span_files import SegmentsBySource, SpanReader
from evaluation.correlation.study_files import PreferenceRow, ScoreRow, StudyReader
from evaluation.files.error_spans.registry import detect_format
from evaluation.test_sets.models import Expression, TestSet

CHUNK = 2_000
MOST_JUDGEMENTS = 2_000_000
Row = TypeVar("Row", ScoreRow, PreferenceRow)


def find_study(imported: Job) -> Brought:
    """Return the study of an import; correlations were computed from it."""
    return Brought({"studies": HumanStudy.objects.filter(job=imported)}, parts=frozenset({Correlation}))


@job(
    "human_study",
    "Import judgements",
    result=ResultPage("evaluation:correlation_of_job", "Show correlations", by="job"),
    brings=find_study,
)
def import_study(run: JobRun) -> None:
    """Import the file, completely or not at all."""
    project, parameters = run.job.project, run.parameters
    test_set = TestSet.objects.of_job(run.job)
    with local_copies(project, {"table": parameters["upload"]}) as paths:
        reader = StudyReader(
            paths["table"], find_translated_systems(test_set), test_set.segment_count, _read_labels(test_set)
        )
        scores: list[ScoreRow] = []
        preferences: list[PreferenceRow] = []
        found = detect_format(reader.path)
        if found:
            spans = SpanReader(reader, _find_segments(test_set))
            scores = _read(run, spans, spans.read_scores(found))
            remark = spans.describe_rest()
        elif reader.has_scores():
            scores = _read(run, reader, reader.read_scores())
            remark = reader.describe_rest()
        else:
            preferences = _read(run, reader, reader.read_preferences())
            remark = reader.describe_rest()
    rows: Sequence[ScoreRow | PreferenceRow] = scores or preferences
    with run.completing() as result:
        run.hold_project()
        if (
            TestSet.objects.values_list("expressions_sha256", flat=True).get(pk=test_set.pk)
            != test_set.expressions_sha256
        ):
            raise DomainError("The marked expressions have changed since. Try again.")
        if test_set.studies.filter(name=parameters["name"]).exists():
            raise DomainError(f"This test set already has a study called “{parameters['name']}”.")
        study = HumanStudy.objects.create(
            test_set=test_set,
            name=parameters["name"],
            method=HumanStudy.Method.SCORE if scores else HumanStudy.Method.PREFERENCE,
            upload_id=parameters["upload"],
            judgement_count=len(rows),
            expressions_sha256=test_set.expressions_sha256,
            job=run.job,
            created_by=run.job.requested_by,
        )
        _store(run, study, scores, preferences)
        annotators = len({row.annotator for row in rows} - {""})
        noun = study.get_method_display().lower().removesuffix("s") + ("s" if len(rows) != 1 else "")
        by = f" by {annotators:,} annotator{'s' if annotators != 1 else ''}" if annotators else ""
        summary = f"{len(rows):,} {noun}{by}.{remark}"
        origin = {"format": found.title} if found else {}
        result |= {"test_set": test_set.pk, "study": study.pk, "summary": summary, **origin}


def _read_labels(test_set: TestSet) -> dict[int, list[str]]:
    """Return the labels of each segment's expressions, in their order."""
    labels: dict[int, list[str]] = {}
    marked = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    for number, label in marked.values_list("segment__number", "label").iterator():
        labels.setdefault(number, []).append(label)
    return labels


def _find_segments(test_set: TestSet) -> SegmentsBySource:
    rows = test_set.segments.order_by("number").values_list("number", "source", "text_line")
    return SegmentsBySource.collect(rows.iterator())


def _read(run: JobRun, reader: StudyReader | SpanReader, rows: Iterator[Row]) -> list[Row]:
    found = []
    for row in rows:
        found.append(row)
        if len(found) % CHUNK == 0:
            run.report(len(found))
        if len(found) > MOST_JUDGEMENTS:
            raise FormatError(reader.path, None, f"The table has more than {MOST_JUDGEMENTS:,} judgements.")
    if not found:
        raise FormatError(reader.path, None, f"The table has no judgements.{reader.describe_rest()}")
    return found


def _store(run: JobRun, study: HumanStudy, scores: Sequence[ScoreRow], preferences: Sequence[PreferenceRow]) -> None:
    total = len(scores) + len(preferences)
    for first in range(0, len(scores), CHUNK):
        StudyScore.objects.bulk_create(_make_score(study, row) for row in scores[first : first + CHUNK])
        run.report(first, total)
    for first in range(0, len(preferences), CHUNK):
        StudyPreference.objects.bulk_create(_make_preference(study, row) for row in preferences[first : first + CHUNK])
        run.report(len(scores) + first, total)


def _make_score(study: HumanStudy, row: ScoreRow) -> StudyScore:
    return StudyScore(
        study=study,
        segment=row.segment,
        system_id=row.system,
        annotator=row.annotator,
        score=row.score,
        expression=row.expression,
    )


def _make_preference(study: HumanStudy, row: PreferenceRow) -> StudyPreference:
    return StudyPreference(
        study=study,
        segment=row.segment,
        first_id=row.first,
        second_id=row.second,
        annotator=row.annotator,
        verdict=row.verdict,
        expression=row.expression,
    )
