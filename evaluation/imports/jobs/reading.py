"""Reading the segments that a preview or an import is about, from files or from a release of alignment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import Any

from annotation_site.jobs.models import Upload
from annotation_site.jobs.running import JobRun
from annotation_site.phrases.span_units import CODE_POINTS, SpanUnits
from annotation_site.releases.models import Release
from annotation_site.tables.reading import Table, TableOptions, open_table
from annotation_site.texts.files import open_file
from annotation_site.texts.removed_characters import RemovedCharacters
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.gold import TargetWordsMissing, read_gold
from evaluation.files.lines import read_texts
from evaluation.sources.other_projects import read_sentence_texts
from evaluation.test_sets.files import (
    LONGEST_SYSTEM,
    MOST_SYSTEMS,
    Columns,
    SegmentRow,
    find_runs,
    find_systems,
    holds_marks,
    holds_segments,
    read_marks,
    read_objects,
    read_sentence_files,
    read_table,
)
from evaluation.test_sets.files.removal import remove_from_rows
from evaluation.test_sets.released_segments import read_released_segments

REFERENCE = "reference-"


def find_row_systems(run: JobRun, paths: Mapping[str, str]) -> list[str]:
    """Return the names of the systems whose translations come with the segments of JSON objects."""
    names = find_systems(paths["table"], MOST_SYSTEMS) if "table" in paths and holds_segments(paths["table"]) else []
    for name in names:
        if not name or len(name) > LONGEST_SYSTEM:
            file = run.parameters["names"]["table"]
            raise DomainError(f"{file}: the name of a system must have 1 to {LONGEST_SYSTEM} characters.")
    return names


def find_row_runs(paths: Mapping[str, str]) -> dict[str, str]:
    """Return the systems of which others are runs, as the first of the JSON objects says."""
    return find_runs(paths["table"]) if "table" in paths and holds_segments(paths["table"]) else {}


def read_rows(
    run: JobRun,
    paths: Mapping[str, str],
    systems: Sequence[str],
    stack: ExitStack,
    removed: RemovedCharacters,
    units: SpanUnits | None = None,
    columns: Mapping[str, Any] | None = None,
    blank: list[int] | None = None,
) -> Iterator[SegmentRow]:
    """Return the segments, read one at a time; files stay open on the stack. What is removed from the texts is counted,
    and lines without a segment are added to `blank`; `units` and `columns` are by default those of the job.

    Raise FormatError or DomainError for the first segment that does not fit.
    """
    return remove_from_rows(_iterate_rows(run, paths, systems, stack, units, columns, blank), removed)


def _iterate_rows(
    run: JobRun,
    paths: Mapping[str, str],
    systems: Sequence[str],
    stack: ExitStack,
    units: SpanUnits | None,
    columns: Mapping[str, Any] | None,
    blank: list[int] | None,
) -> Iterator[SegmentRow]:
    parameters = run.parameters
    units = units or parameters.get("span_units") or CODE_POINTS
    if parameters.get("release"):
        return _iterate_released_rows(parameters, paths, stack, units)
    if "table" not in paths:
        references = [path for part, path in paths.items() if part.startswith(REFERENCE)]
        others = {part: path for part, path in paths.items() if not part.startswith(REFERENCE)}
        return read_sentence_files(others, references, units, blank)
    if holds_marks(paths["table"]):
        return read_marks(paths["table"])
    if holds_segments(paths["table"]):
        return read_objects(paths["table"], systems, units)
    return read_table(open_uploaded_table(run, paths, stack), Columns.of(columns or parameters["columns"]), units)


def open_uploaded_table(run: JobRun, paths: Mapping[str, str], stack: ExitStack) -> Table:
    """Return the table, under the name that its author knows; it stays open on the stack."""
    options = TableOptions(**run.parameters.get("reading", {}))
    return open_table(stack.enter_context(open_file(paths["table"])), run.parameters["names"]["table"], options)


def _iterate_released_rows(
    parameters: Mapping[str, Any], paths: Mapping[str, str], stack: ExitStack, units: SpanUnits
) -> Iterator[SegmentRow]:
    release = Release.objects.get(pk=parameters["release"])
    file = stack.enter_context(closing(release.file.open("rb")))
    has_target_words = release.manifest["project"]["scope"] == "target_words" and "spans" not in paths
    pairs = read_gold(file, target_words_only=has_target_words)
    spans = (paths["spans"], read_texts(paths["spans"])) if "spans" in paths else None
    try:
        yield from read_released_segments(
            pairs,
            lambda numbers: read_sentence_texts(release.project_id, numbers),
            parameters["grouping"],
            spans,
            units,
        )
    except TargetWordsMissing as error:
        raise DomainError("This release does not record its target words. Create a new release.") from error


def describe_files(run: JobRun, uploads: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the test set's files, for its page and for the hash in signatures."""
    uploads_by_key = {
        upload.pk: upload for upload in Upload.objects.filter(project=run.job.project, pk__in=uploads.values())
    }
    files = [(part, uploads_by_key[pk]) for part, pk in uploads.items()]
    described = [
        {"part": part, "name": upload.name, "size": upload.size, "sha256": upload.sha256} for part, upload in files
    ]
    if number := run.parameters.get("release"):
        release = Release.objects.get(pk=number)
        grouping = run.parameters["grouping"]
        described.append({"part": "release", "name": release.file_name, "size": release.size, "sha256": release.sha256})
        described[-1]["grouping"] = grouping
    return described
