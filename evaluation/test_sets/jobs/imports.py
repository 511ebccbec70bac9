"""Jobs that preview and import test sets, completely or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from typing import Any

from alignment.formats import FormatError
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.phrases.span_units import CODE_POINTS, UNITS, SpanUnits, describe_units
from annotation_site.texts.removed_characters import RemovedCharacters
from annotation_site.web.exceptions import DomainError
from evaluation.files.tables import read_cells
from evaluation.test_sets.files import (
    ExpressionChecks,
    SegmentRow,
    SideWords,
    find_columns,
    find_marks,
    holds_segments,
    propose_columns,
)
from evaluation.test_sets.jobs.reading import describe_files, find_row_runs, find_row_systems, read_rows
from evaluation.test_sets.jobs.storing import store_segments
from evaluation.test_sets.models import TestSet
from evaluation.translations.jobs import TranslationWriter
from evaluation.translations.models import Translation, TranslationScore

SHOWN = 5
REPORT_EVERY = 500


@job(
    "test_set_preview",
    "Test set preview",
    result=ResultPage("evaluation:test_set_preview", "Show preview", by="job"),
)
def preview_test_set(run: JobRun) -> None:
    """Read the files once: of a table the columns and its first rows, of anything else everything."""
    uploads, removed = run.parameters["files"], RemovedCharacters.none()
    with local_copies(run.job.project, uploads) as paths, ExitStack() as stack:
        marks = find_marks(paths["table"]) if "table" in paths else None
        if "table" in paths and marks is None and not holds_segments(paths["table"]):
            found = _look_at_table(run, paths["table"], removed, stack)
        else:
            found = _look_at_files(run, paths, removed, stack)
            found |= {"tool": marks[0].title} if marks else {}
    with run.completing() as result:
        result |= {**found, "removed": removed.to_json(), "files": describe_files(run, uploads)}


def _look_at_files(
    run: JobRun, paths: Mapping[str, str], removed: RemovedCharacters, stack: ExitStack
) -> dict[str, Any]:
    """Read the files with the spans in the units asked for, else in the first in which they can be read."""
    systems = find_row_systems(run, paths)
    asked = run.parameters.get("span_units", "")
    failure: FormatError | None = None
    for units in [asked] if asked else UNITS:
        words, checks = SideWords(_find_languages(run)), ExpressionChecks()
        try:
            removed.counts.clear()
            segments = read_rows(run, paths, systems, stack, removed, units)
            found = _look_at_rows(run, checks.follow(words.follow(segments)))
        except FormatError as error:
            failure = failure or error
            continue
        if failure and checks.faults:
            break  # these units fit no better
        said = checks.describe()
        if failure:
            said = [
                f"Line {failure.line}: {failure.sentence}" if failure.line else failure.sentence,
                describe_units(units),
            ]
        best = units if asked or failure else (checks.find_units() or CODE_POINTS)
        mixup = words.describe_mixup()
        is_ascii = checks.is_ascii
        return {**found, "systems": systems, "mixup": mixup, "checks": said, "span_units": best, "is_ascii": is_ascii}
    assert failure is not None
    raise failure


def _check_table(run: JobRun, path: str, proposed: Mapping[str, str], stack: ExitStack) -> tuple[list[str], SpanUnits]:
    """Return sentences on the expressions of a table whose columns are as proposed, and the units of its spans."""
    if not proposed["source"]:
        return [], CODE_POINTS
    failure = ""
    for units in UNITS:
        checks = ExpressionChecks()
        try:
            for row in read_rows(run, {"table": path}, [], stack, RemovedCharacters.none(), units, proposed):
                checks.add(row)
        except FormatError as error:
            failure = failure or (f"Line {error.line}: {error.sentence}" if error.line else error.sentence)
            continue
        if failure:
            return ([failure], CODE_POINTS) if checks.faults else ([failure, describe_units(units)], units)
        return checks.describe(), checks.find_units() or CODE_POINTS
    return [failure], CODE_POINTS


def _find_languages(run: JobRun) -> tuple[str, str]:
    return run.parameters["source_language"], run.parameters["target_language"]


def _look_at_table(run: JobRun, path: str, removed: RemovedCharacters, stack: ExitStack) -> dict[str, Any]:
    names = find_columns(path)
    shown: list[list[str]] = []
    rows = 0
    for rows, (_, cells) in enumerate(read_cells(path, names), 1):
        removed.count(cells)
        if rows <= SHOWN:
            shown.append([_storable(cell) for cell in cells])
        if rows % REPORT_EVERY == 0:
            run.report(rows)
    if not rows:
        raise DomainError(f"{run.parameters['names']['table']}: The table has no rows.")
    proposed = propose_columns(names)
    checks, units = _check_table(run, path, proposed, stack)
    told = {"columns": names, "proposed": proposed, "rows": rows, "shown": shown}
    return {**told, "checks": checks, "span_units": units}


def _show(row: SegmentRow) -> dict[str, Any]:
    return {
        "source": row.source,
        "references": list(row.references),
        "labels": [each.label for each in row.expressions],
        "source_spans": [span for each in row.expressions for span in each.source_spans],
        "reference_spans": [span for each in row.expressions for span in each.reference_spans],
    }


def _storable(text: str) -> str:
    return text[:200].replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def _look_at_rows(run: JobRun, rows: Iterable[SegmentRow]) -> dict[str, Any]:
    counts = {"segments": 0, "expressions": 0, "placed": 0, "translated": 0}
    shown: list[dict[str, Any]] = []
    for row in rows:
        counts["segments"] += 1
        counts["expressions"] += len(row.expressions)
        counts["placed"] += sum(bool(each.source_spans) for each in row.expressions)
        counts["translated"] += sum(bool(each.reference_text) for each in row.expressions)
        if len(shown) < SHOWN:
            shown.append(_show(row))
        if counts["segments"] % REPORT_EVERY == 0:
            run.report(counts["segments"])
    return {"counts": counts, "shown": shown}


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
        if project.test_sets.filter(name=parameters["name"]).exists():
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
        writers = [
            TranslationWriter(test_set, run.job, name, uploads["table"], name, runs.get(name, "")) for name in systems
        ]
        words, checks, removed = SideWords(_find_languages(run)), ExpressionChecks(), RemovedCharacters.none()
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
