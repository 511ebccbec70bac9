"""Jobs that preview and import the judgements of a finished study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from alignment.formats import FormatError
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.previews.queries import find_earlier_assignment
from annotation_site.tables.columns import Assignment, describe_table, describe_unused
from annotation_site.tables.reading import Table, TableOptions, open_table
from annotation_site.tables.workbooks import is_workbook
from annotation_site.texts.files import open_file
from annotation_site.texts.names import find_same_name
from annotation_site.texts.unpacking import ZIP_SIGN
from annotation_site.web.exceptions import DomainError
from evaluation.correlation.models import Correlation, HumanStudy, StudyPreference, StudyScore
from evaluation.correlation.queries.human_sources import find_translated_systems
from evaluation.correlation.span_files import SegmentsBySource, SpanReader
from evaluation.correlation.study_columns import check_columns, list_roles, propose_study
from evaluation.correlation.study_files import PreferenceRow, ScoreRow, StudyReader, find_twins, holds_rankings
from evaluation.files.error_spans.registry import detect_format
from evaluation.files.score_files import holds_scores
from evaluation.projects.job_names import STUDY_JOB
from evaluation.test_sets.models import Expression, TestSet

CHUNK = 2_000
MOST_JUDGEMENTS = 2_000_000
ANNOTATORS_SHOWN = 10
Row = TypeVar("Row", bound=ScoreRow | PreferenceRow)


def find_study(imported: Job) -> Brought:
    """Return the study of an import; correlations were computed from it."""
    return Brought({"studies": HumanStudy.objects.filter(job=imported)}, parts=frozenset({Correlation}))


@dataclass(frozen=True, slots=True)
class ReadStudy:
    """The judgements in a file and sentences on it. Of a table also how it was read (`table`), unless its header says
    all, and why it gives no judgements by these columns (`missing`).
    """

    rows: Sequence[ScoreRow | PreferenceRow] = ()
    remark: str = ""
    format: str = ""
    table: Mapping[str, Any] | None = None
    missing: str = ""


def read_study(run: JobRun, test_set: TestSet) -> ReadStudy:
    """Read the file of a job; raise DomainError for one that holds no judgements and is no table."""
    project, parameters = run.job.project, run.parameters
    systems = find_translated_systems(test_set)
    with local_copies(project, {"table": parameters["upload"]}) as paths:
        path = paths["table"]
        reader = StudyReader(path, systems, test_set.segment_count, _load_labels(test_set))
        spans = SpanReader(reader, _find_segments(test_set))
        if not parameters.get("columns") and _holds_scores(path, parameters["file_name"]):
            return ReadStudy(
                _collect_rows(run, spans, spans.read_score_file()), spans.describe_rest(), "mt-metrics-eval"
            )
        span_format = None if parameters.get("columns") else detect_format(path)
        if span_format:
            return ReadStudy(
                _collect_rows(run, spans, spans.read_scores(span_format)), spans.describe_rest(), span_format.title
            )
        with open_file(path) as file:
            table = open_table(file, parameters["file_name"], TableOptions(**parameters.get("reading", {})))
            return _study_of_table(run, replace(reader, path=table.name), table)


def _holds_scores(path: str, name: str) -> bool:
    """Return whether the file is one of scores as mt-metrics-eval keeps them, and no workbook, which has no lines."""
    with open_file(path) as file:
        if is_workbook(file, name) or file.read(len(ZIP_SIGN)) == ZIP_SIGN:
            return False
    return holds_scores(path, name)


def _study_of_table(run: JobRun, reader: StudyReader, table: Table) -> ReadStudy:
    systems = list(reader.systems)
    assignment = _choose_columns(run, table, systems)
    described = None if assignment is None else describe_table(table, assignment)
    try:
        if assignment is not None:
            check_columns(assignment, table.columns, table.name, systems)
        rows = _collect_rows(run, reader, reader.read_rows(table, assignment))
    except FormatError as fault:
        return ReadStudy(table=described, missing=str(fault))
    sentences = [reader.describe_rest().strip(), *find_twins(rows)]
    return ReadStudy(rows, "".join(f" {sentence}" for sentence in sentences if sentence), table=described)


def _choose_columns(run: JobRun, table: Table, systems: Sequence[str]) -> Assignment | None:
    """Return the columns of the job, else those of the last file or likely ones; none for rankings of WMT."""
    if wanted := run.parameters.get("columns"):
        return dict(wanted)
    earlier = find_earlier_assignment(STUDY_JOB, run.job, table.columns)
    if earlier and set(earlier) <= {role.name for role in list_roles(systems)}:
        return earlier
    return None if holds_rankings(table.columns) else propose_study(table, systems)


@job(
    "human_study_preview",
    "Judgements to import",
    result=ResultPage("evaluation:study_preview", "Show preview", by="job"),
)
def preview_study(run: JobRun) -> None:
    """Tell what judgements a file has of which systems; nothing is stored."""
    test_set = TestSet.objects.of_job(run.job)
    study_read = read_study(run, test_set)
    with run.completing() as result:
        result |= {
            "test_set": test_set.pk,
            "table": study_read.table,
            "missing": study_read.missing,
            "format": study_read.format,
            "checks": [study_read.remark.strip()] if study_read.remark else [],
            **describe_rows(study_read.rows, find_translated_systems(test_set)),
            "summary": f"{len(study_read.rows):,} judgement{'' if len(study_read.rows) == 1 else 's'}.",
        }


def describe_rows(rows: Sequence[ScoreRow | PreferenceRow], systems: Mapping[str, int]) -> dict[str, Any]:
    """Return the numbers of judgements, annotators and segments, and of judgements and segments by system."""
    by_system: dict[int, set[int]] = {key: set() for key in systems.values()}
    counts: Counter[int] = Counter()
    for row in rows:
        for key in [row.system] if isinstance(row, ScoreRow) else [row.first, row.second]:
            counts[key] += 1
            by_system[key].add(row.segment)
    annotators = sorted({row.annotator for row in rows} - {""})
    return {
        "method": "score" if rows and isinstance(rows[0], ScoreRow) else "preference",
        "judgements": len(rows),
        "annotators": len(annotators),
        "annotators_shown": annotators[:ANNOTATORS_SHOWN],
        "segments": len({row.segment for row in rows}),
        "systems": [
            {"system": name, "judgements": counts[key], "segments": len(by_system[key])}
            for name, key in systems.items()
        ],
    }


@job(
    "human_study",
    "Import judgements",
    result=ResultPage("evaluation:correlation_of_job", "Show correlations", by="job"),
    brings=find_study,
)
def import_study(run: JobRun) -> None:
    """Import the file, completely or not at all."""
    parameters = run.parameters
    test_set = TestSet.objects.of_job(run.job)
    study_read = read_study(run, test_set)
    if study_read.missing:
        raise DomainError(study_read.missing)
    rows, remark = study_read.rows, study_read.remark
    scores = [row for row in rows if isinstance(row, ScoreRow)]
    preferences = [row for row in rows if isinstance(row, PreferenceRow)]
    if study_read.table and "preview" not in parameters and (unused := describe_unused(study_read.table["unused"])):
        remark += f" {unused}"
    with run.completing() as result:
        run.hold_project()
        if (
            TestSet.objects.values_list("expressions_sha256", flat=True).get(pk=test_set.pk)
            != test_set.expressions_sha256
        ):
            raise DomainError("The marked expressions have changed since. Try again.")
        if find_same_name(parameters["name"], test_set.studies.values_list("name", flat=True)):
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
        by = ""
        if annotators:
            by = f" by {annotators:,} annotator{'s' if annotators != 1 else ''}"
        summary = f"{len(rows):,} {noun}{by}.{remark}"
        origin = {"format": study_read.format} if study_read.format else {}
        result |= {"test_set": test_set.pk, "study": study.pk, "summary": summary, **origin}


def _load_labels(test_set: TestSet) -> dict[int, list[str]]:
    """Return the labels of each segment's expressions, in their order."""
    labels: dict[int, list[str]] = {}
    marked = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    for number, label in marked.values_list("segment__number", "label").iterator():
        labels.setdefault(number, []).append(label)
    return labels


def _find_segments(test_set: TestSet) -> SegmentsBySource:
    rows = test_set.segments.order_by("number").values_list("number", "source", "text_line")
    return SegmentsBySource.collect(rows.iterator())


def _collect_rows(run: JobRun, reader: StudyReader | SpanReader, rows: Iterator[Row]) -> list[Row]:
    judgements = []
    for row in rows:
        judgements.append(row)
        if len(judgements) % CHUNK == 0:
            run.report(len(judgements))
        if len(judgements) > MOST_JUDGEMENTS:
            raise FormatError(reader.path, None, f"The table has more than {MOST_JUDGEMENTS:,} judgements.")
    if not judgements:
        raise FormatError(reader.path, None, f"The table has no judgements.{reader.describe_rest()}")
    return judgements


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
