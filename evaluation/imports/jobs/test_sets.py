"""Jobs that preview and import test sets, completely or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.phrases.span_units import CODE_POINTS, UNITS, SpanUnits, describe_units
from annotation_site.previews.queries import find_earlier_assignment
from annotation_site.tables.checks import list_lines
from annotation_site.tables.columns import describe_table
from annotation_site.tables.reading import Table
from annotation_site.texts.faults import FormatError
from annotation_site.texts.known_elsewhere import HEAD, TABLE, refuse_known
from annotation_site.texts.names import find_same_name
from annotation_site.texts.removed_characters import RemovedCharacters
from annotation_site.web.exceptions import DomainError
from evaluation.imports.jobs.reading import (
    describe_files,
    find_row_runs,
    find_row_systems,
    open_uploaded_table,
    read_rows,
)
from evaluation.imports.jobs.storing import store_segments
from evaluation.imports.jobs.writing import TranslationWriter
from evaluation.projects.job_names import TEST_SET_IMPORT
from evaluation.test_sets.files import (
    LOOKED_AT,
    Columns,
    ExpressionChecks,
    SegmentRow,
    SideWords,
    TableChecks,
    check_columns,
    find_marks,
    holds_segments,
    propose_test_set,
    read_table,
)
from evaluation.test_sets.files.removal import remove_from_rows
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation, TranslationScore
from evaluation.translations.runs import shorten_names

SHOWN = 5
REPORT_EVERY = 500


@job(
    "test_set_preview",
    "Test set preview",
    result=ResultPage("evaluation:test_set_preview", "Show preview", by="job"),
)
def preview_test_set(run: JobRun) -> None:
    """Read the files once, a table by its likely columns or those that were chosen."""
    uploads, removed = run.parameters["files"], RemovedCharacters.none()
    with local_copies(run.job.project, uploads) as paths, ExitStack() as stack:
        marks = find_marks(paths["table"]) if "table" in paths else None
        if "table" in paths and marks is None and not holds_segments(paths["table"]):
            _refuse_other_formats(paths["table"], run.parameters["names"]["table"])
            preview = _look_at_table(run, open_uploaded_table(run, paths, stack), removed)
        else:
            preview = _look_at_files(run, paths, removed, stack)
            preview |= {"tool": marks[0].title} if marks else {}
    with run.completing() as result:
        result |= {"systems": [], "mixup": "", "checks": [], "missing": "", **preview}
        result |= {"removed": removed.to_json(), "files": describe_files(run, uploads)}


def _refuse_other_formats(path: str, name: str) -> None:
    with Path(path).open("rb") as file:
        refuse_known(file.read(HEAD), name, TABLE)


Segments = Callable[[SpanUnits], Iterable[SegmentRow]]


def _look_at_files(
    run: JobRun, paths: Mapping[str, str], removed: RemovedCharacters, stack: ExitStack
) -> dict[str, Any]:
    systems = find_row_systems(run, paths)
    blank: list[int] = []

    def read(units: SpanUnits) -> Iterable[SegmentRow]:
        removed.counts.clear()
        blank.clear()
        return read_rows(run, paths, systems, stack, removed, units, blank=blank)

    preview = _find_units(run, read)
    if blank:
        preview["checks"].append(_sentence_on_blank_lines(blank))
    return {**preview, "systems": systems}


def _sentence_on_blank_lines(lines: Sequence[int]) -> str:
    """Return a sentence on lines that are blank in every file."""
    number = "1 line is" if len(lines) == 1 else f"{len(lines):,} lines are"
    return (
        f"{number} blank in all files and left out: {list_lines(lines, len(lines))}. "
        "Outputs may have a line for each of them or not."
    )


def _find_units(run: JobRun, read: Segments) -> dict[str, Any]:
    """Read the segments with their spans in the units asked for, else in the first in which they can be read."""
    wanted_units = run.parameters.get("span_units", "")
    failure: FormatError | None = None
    for units in [wanted_units] if wanted_units else UNITS:
        words, checks = SideWords(_find_languages(run)), ExpressionChecks.of(_find_languages(run)[1])
        try:
            preview = _look_at_rows(run, checks.follow(words.follow(read(units))))
        except FormatError as error:
            failure = failure or error
            continue
        if failure and checks.faults:
            break  # these units fit no better
        sentences = checks.describe()
        if failure:
            where = f"Line {failure.line}: " if failure.line else ""
            sentences = [f"{where}{failure.sentence}", describe_units(units)]
        best = units if wanted_units or failure else (checks.find_units() or CODE_POINTS)
        described = {"mixup": words.describe_mixup(), "is_ascii": checks.is_ascii}
        return {**preview, **described, "checks": sentences, "span_units": best}
    assert failure is not None
    raise failure


def _find_languages(run: JobRun) -> tuple[str, str]:
    return run.parameters["source_language"], run.parameters["target_language"]


def _look_at_table(run: JobRun, table: Table, removed: RemovedCharacters) -> dict[str, Any]:
    """Return how the table was read and what comes of it, or `missing`: why nothing does with these columns."""
    languages, sample = _find_languages(run), table.read_sample(LOOKED_AT)
    if next(table.rows(), None) is None:
        raise DomainError(f"{table.name}: The table has no rows.")
    earlier = find_earlier_assignment(TEST_SET_IMPORT, run.job, table.columns)
    columns = run.parameters.get("columns") or earlier or propose_test_set(table.columns, sample, languages)
    preview: dict[str, Any] = {"counts": _count_nothing(), "shown": []}
    checks = None

    def read(units: SpanUnits) -> Iterable[SegmentRow]:
        nonlocal checks
        removed.counts.clear()
        checks = TableChecks(table, columns)
        return remove_from_rows(read_table(table, Columns.of(columns), units, checks), removed)

    try:
        check_columns(columns, table.columns, table.name)
        preview |= _find_units(run, read)
        preview["checks"] += checks.sentences() if checks else []
    except FormatError as fault:
        preview["missing"] = str(fault)
    systems = list(columns.get("systems", []))
    described = describe_table(table, columns)
    return {**preview, "table": described, "systems": systems, "short_names": shorten_names(systems)}


def _preview_segment(row: SegmentRow) -> dict[str, Any]:
    return {
        "source": row.source,
        "references": list(row.references),
        "labels": [expression.label for expression in row.expressions],
        "source_spans": [span for expression in row.expressions for span in expression.source_spans],
        "reference_spans": [span for expression in row.expressions for span in expression.reference_spans],
    }


def _count_nothing() -> dict[str, int]:
    return {"segments": 0, "expressions": 0, "placed": 0, "translated": 0}


def _look_at_rows(run: JobRun, rows: Iterable[SegmentRow]) -> dict[str, Any]:
    counts = _count_nothing()
    segments: list[dict[str, Any]] = []
    for row in rows:
        counts["segments"] += 1
        counts["expressions"] += len(row.expressions)
        counts["placed"] += sum(bool(expression.source_spans) for expression in row.expressions)
        counts["translated"] += sum(bool(expression.reference_text) for expression in row.expressions)
        if len(segments) < SHOWN:
            segments.append(_preview_segment(row))
        if counts["segments"] % REPORT_EVERY == 0:
            run.report(counts["segments"])
    return {"counts": counts, "shown": segments}


def find_test_set(imported: Job) -> Brought:
    """Return the test set of an import, with the translations that came in its files."""
    translations = Translation.objects.filter(test_set__job=imported, upload__in=imported.uploads.all())
    return Brought(
        {"test sets": TestSet.objects.filter(job=imported), "system outputs": translations},
        parts=frozenset({TranslationScore}),
    )


@job(
    "test_set_import",
    "Test set import",
    result=ResultPage("evaluation:test_set_of_job", "Show test set", by="job"),
    brings=find_test_set,
)
def import_test_set(run: JobRun) -> None:
    """Store the segments and the system outputs that come with them in one transaction."""
    project, parameters = run.job.project, run.parameters
    uploads = parameters["files"]
    with local_copies(project, uploads) as paths, run.completing() as result, ExitStack() as stack:
        # Two imports of one name wait for each other here, and the second is refused.
        run.hold_project()
        if find_same_name(parameters["name"], project.test_sets.values_list("name", flat=True)):
            raise DomainError(f"This project already has a test set called “{parameters['name']}”.")
        languages = {side: parameters[side] for side in ("source_language", "target_language")}
        test_set = TestSet.objects.create(
            project=project,
            name=parameters["name"],
            **languages,
            segment_count=0,
            expression_count=0,
            files=describe_files(run, uploads),
            job=run.job,
            created_by=run.job.requested_by,
        )
        systems = parameters["columns"].get("systems") or find_row_systems(run, paths)
        runs = find_row_runs(paths)
        short = shorten_names(list(systems)) if parameters.get("shortens_names") else {}
        writers = [
            TranslationWriter(test_set, run.job, short.get(name, name), uploads["table"], name, runs.get(name, ""))
            for name in systems
        ]
        removed, target = RemovedCharacters.none(), _find_languages(run)[1]
        words, checks = SideWords(_find_languages(run)), ExpressionChecks.of(target)
        segments = checks.follow(words.follow(read_rows(run, paths, systems, stack, removed)))
        store_segments(run, test_set, segments, writers)
        result |= {
            "test_set": test_set.pk,
            "segments": test_set.segment_count,
            "expressions": test_set.expression_count,
            "systems": len(systems),
            "removed": removed.to_json(),
            "checks": checks.describe(),
            "summary": " ".join(
                filter(
                    None,
                    [test_set.sum_up(), words.describe_mixup(), removed.describe(), checks.presence.describe()],
                )
            ),
        }
