"""Requests for the preview and the import of a test set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import key_of
from annotation_site.phrases.span_units import UNITS
from annotation_site.previews.services import MADE_EARLIER, Preview, require_reading
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.tables.columns import Assignment, ColumnsError
from annotation_site.texts.names import find_same_name
from annotation_site.web.exceptions import DomainError
from annotation_site.web.names import require_name
from evaluation.projects.access import KINDS_WITH_TEST_SETS
from evaluation.projects.job_names import TEST_SET_IMPORT, TEST_SET_PREVIEW
from evaluation.test_sets.files import MOST_REFERENCES, check_columns, list_roles
from evaluation.test_sets.queries import find_languages, releases_for_test_sets
from evaluation.test_sets.released_segments import GROUPINGS, TOGETHER

PREVIEW = Preview(TEST_SET_PREVIEW, becomes=TEST_SET_IMPORT)
LINKED = ("alignment", "source_tokens", "reference_tokens")
PARTS = ("table", "source", "spans", "reference_spans", "expressions", *LINKED)


@transaction.atomic
def request_test_set_preview(
    *,
    user: User,
    project: Project,
    name: str,
    files: Mapping[str, Upload],
    references: Sequence[Upload] = (),
    release: Release | None = None,
    grouping: str = TOGETHER,
    span_units: str = "",
    columns: Assignment | None = None,
    reading: Mapping[str, str] | None = None,
    request_id: UUID,
) -> Job:
    """Queue a preview of files, or of a release of word alignment with an optional file of spans.

    Of a table, `columns` gives those of each content, proposed if omitted, and `reading` how it is read. Nothing is
    stored until the manager confirms the preview. Without `span_units` the units of spans are recognised.
    """
    require(can_manage, user, project)
    _require_units(span_units)
    if project.kind not in KINDS_WITH_TEST_SETS:
        raise DomainError("Only translation evaluation and word alignment projects have test sets.")
    name = require_name(name, "test set")
    if find_same_name(name, project.test_sets.values_list("name", flat=True)):
        raise DomainError(f"This project already has a test set called “{name}”.")
    if release is not None:
        _require_release(user, project, release, files, references, grouping)
    else:
        _require_parts(files, references)
    numbered = {f"reference-{index}": upload for index, upload in enumerate(references)}
    everything = {**files, **numbered}
    source_language, target_language = find_languages(project)
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={
            "name": name,
            "files": everything,
            "names": {part: upload.name for part, upload in everything.items()},
            "source_language": source_language,
            "target_language": target_language,
            "columns": _require_roles(columns or {}),
            "reading": require_reading(reading or {}),
            **({"release": release.pk, "grouping": grouping} if release else {}),
            **({"span_units": span_units} if span_units else {}),
        },
    )


@transaction.atomic
def confirm_test_set(
    *,
    user: User,
    project: Project,
    preview: Job,
    columns: Mapping[str, Any] | None = None,
    span_units: str = "",
    shortens_names: bool = False,
) -> Job:
    """Queue the import of a preview, with its columns or others, and with the units of spans chosen; a repeated request
    returns the same job. Without `span_units` they are those of the preview's request, by default code points. Names of
    systems are shortened to the part in which they differ if that is wanted.
    """
    require(can_manage, user, project)
    _require_units(span_units)
    previewed = PREVIEW.require_finished(project, preview)
    if "columns" in previewed:
        raise DomainError(MADE_EARLIER)
    chosen = _choose_columns(previewed, columns or {}) if "table" in previewed else {}
    options: dict[str, Any] = {}
    if span_units:
        options["span_units"] = span_units
    if shortens_names:
        options["shortens_names"] = True
    return PREVIEW.confirm(
        user=user,
        project=project,
        preview=preview,
        parameters={"columns": chosen, **options},
        variant=f"-{key_of({**chosen, **options})[:16]}",
    )


def _require_units(units: str) -> None:
    if units and units not in UNITS:
        raise DomainError(f"span_units is one of {', '.join(UNITS)}.")


def _require_parts(files: Mapping[str, Upload], references: Sequence[Upload]) -> None:
    if unknown := [part for part in files if part not in PARTS]:
        raise DomainError(f"Unknown test set files: {', '.join(unknown)}. Choose from {', '.join(PARTS)}.")
    if "table" in files:
        if len(files) > 1 or references:
            raise DomainError("Choose either a table or line-aligned files, not both.")
    elif "source" not in files:
        raise DomainError("Choose a table or a file of source sentences.")
    if len(references) > MOST_REFERENCES:
        raise DomainError(f"A test set can have at most {MOST_REFERENCES} references.")


def _require_release(
    user: User,
    project: Project,
    release: Release,
    files: Mapping[str, Upload],
    references: Sequence[Upload],
    grouping: str,
) -> None:
    if not releases_for_test_sets(user, project).filter(pk=release.pk).exists():
        raise DomainError("Choose a word alignment release in the same languages, from a project that you manage.")
    if references or set(files) - {"spans"}:
        raise DomainError("With a release, you can only add a file of spans.")
    if grouping not in GROUPINGS:
        raise DomainError(f"The grouping of target words must be one of: {', '.join(GROUPINGS)}.")
    if not files and release.manifest["project"]["scope"] != "target_words":
        raise DomainError("This release aligns full text. Add a file of spans to define expressions.")


def _require_roles(columns: Assignment) -> dict[str, list[str]]:
    """Return the assignment as a parameter of a job; raise DomainError for a content that does not exist."""
    names = [role.name for role in list_roles()]
    if unknown := [role for role in columns if role not in names]:
        raise DomainError(f"There is no content called {unknown[0][:40]}. Choose from {', '.join(names)}.")
    return {role: list(assigned) for role, assigned in columns.items() if assigned}


def _choose_columns(previewed: Mapping[str, Any], columns: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the columns that a confirmation gives, else those of the preview, if it could be read by them."""
    table = previewed["table"]
    given = {role: [name] if isinstance(name, str) else list(name) for role, name in columns.items() if name}
    if not given and previewed["missing"]:
        raise DomainError(previewed["missing"])
    chosen = _require_roles(given or table["assignment"])
    try:
        check_columns(chosen, table["columns"], table["name"])
    except ColumnsError as fault:
        raise DomainError(fault.sentence) from fault
    return chosen
