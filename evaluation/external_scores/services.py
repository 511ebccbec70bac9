"""Services for uploading scores of a measure computed elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.files.base import File
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import request_reading
from annotation_site.previews.services import Preview, require_reading
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.tables.columns import Assignment
from annotation_site.texts.format_characters import clean, is_shown_in_text
from annotation_site.web.exceptions import DomainError
from evaluation.external_scores.columns import list_roles
from evaluation.measures.kinds.external import LONGEST_NAME, external_name
from evaluation.measures.registry import MEASURES
from evaluation.projects.job_names import EXTERNAL_SCORES_JOB, EXTERNAL_SCORES_PREVIEW
from evaluation.test_sets.models import TestSet

PREVIEW = Preview(EXTERNAL_SCORES_PREVIEW, becomes=EXTERNAL_SCORES_JOB)


@transaction.atomic
def request_external_scores_preview(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    name: str,
    upload: Upload,
    system: str = "",
    lower_is_better: bool = False,
    columns: Assignment | None = None,
    reading: Mapping[str, str] | None = None,
    request_id: UUID,
) -> Job:
    """Queue a preview of a file of scores; nothing else is stored until a manager confirms it.

    Of a table, `columns` gives those of each content, proposed if omitted, and `reading` how it is read.
    """
    parameters = _ask(user, project, test_set, name, system, lower_is_better=lower_is_better)
    of_table = {"columns": _require_columns(test_set, columns or {}), "reading": require_reading(reading or {})}
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={**parameters, **of_table, "name": name, "upload": upload, "file_name": upload.name},
    )


@transaction.atomic
def confirm_external_scores(*, user: User, project: Project, preview: Job) -> Job:
    """Queue the import of a preview, of a table by its columns; a repeated request returns the same job."""
    require(can_manage, user, project)
    previewed = PREVIEW.require_finished(project, preview)
    if previewed.get("missing"):
        raise DomainError(previewed["missing"])
    table = previewed.get("table")
    chosen = {"columns": table["assignment"]} if table else {}
    return PREVIEW.confirm(user=user, project=project, preview=preview, parameters=chosen)


@transaction.atomic
def add_external_scores(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    name: str,
    file: File[bytes],
    file_name: str,
    system: str = "",
    lower_is_better: bool = False,
    columns: Assignment | None = None,
    reading: Mapping[str, str] | None = None,
) -> Job:
    """Store a file of scores (`formats`) and queue its import at once; `system` names that of a file without names, and
    `columns` those of a table.

    The same bytes under the same names return the same job.
    """
    parameters = _ask(user, project, test_set, name, system, lower_is_better=lower_is_better)
    if assignment := _require_columns(test_set, columns or {}):
        parameters["columns"] = assignment
    if reading and any(reading.values()):
        parameters["reading"] = require_reading(reading)
    return request_reading(
        user=user,
        project=project,
        kind=EXTERNAL_SCORES_JOB,
        file=file,
        file_name=file_name,
        options=parameters,
        extra={"name": name},
    )


def _require_columns(test_set: TestSet, columns: Assignment) -> dict[str, list[str]]:
    """Return the assignment as a parameter of a job; raise DomainError for a content that does not exist."""
    contents = [role.name for role in list_roles(name_systems(test_set))]
    if unknown := [role for role in columns if role not in contents]:
        raise DomainError(f"There is no content called {unknown[0][:80]}. Choose from {', '.join(contents)}.")
    return {role: list(names) for role, names in columns.items() if names}


def name_systems(test_set: TestSet) -> list[str]:
    """Return the names of the systems that have translations, in their order."""
    return list(test_set.translations.order_by("pk").values_list("system__name", flat=True))


def _ask(
    user: User, project: Project, test_set: TestSet, name: str, system: str, *, lower_is_better: bool
) -> dict[str, Any]:
    require(can_manage, user, project)
    if test_set.project_id != project.pk:
        raise DomainError("This test set does not belong to this project.")
    name = " ".join(clean(name).split())
    if not name or len(name) > LONGEST_NAME or not all(map(is_shown_in_text, name)):
        raise DomainError(f"Give the measure a name of up to {LONGEST_NAME} characters.")
    if name.lower() in {known.title.lower() for known in MEASURES.values()}:
        raise DomainError(f"{name} is a built-in measure. Choose another name.")
    if system and not test_set.translations.filter(system__name=system).exists():
        raise DomainError(f"This test set has no system called “{system}”.")
    return {
        "test_set": test_set.pk,
        "measure": external_name(name, lower_is_better=lower_is_better),
        "system": system,
    }
