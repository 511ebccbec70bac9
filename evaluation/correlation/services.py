"""Requests for correlations, and uploads of finished studies."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.files.base import File
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import request_reading
from annotation_site.previews.services import Preview, require_reading
from annotation_site.projects.abilities import can_manage, can_run_jobs, require
from annotation_site.projects.models import Project
from annotation_site.tables.columns import Assignment
from annotation_site.web.exceptions import DomainError
from annotation_site.web.names import require_name
from evaluation.correlation.queries.human_sources import HumanSource, find_translated_systems, read_state
from evaluation.correlation.study_columns import list_roles
from evaluation.correlation.subsets import SUBSETS
from evaluation.projects.job_names import CORRELATION_JOB, STUDY_JOB, STUDY_PREVIEW
from evaluation.test_sets.models import TestSet

PREVIEW = Preview(STUDY_PREVIEW, becomes=STUDY_JOB)


@transaction.atomic
def request_correlation(*, user: User, source: HumanSource, subset: str = "") -> Job:
    """Queue the correlation of the present judgements and measures, of a subset if one is named (`SUBSETS`); the same
    data return the same job.
    """
    project = source.test_set.project
    require(can_run_jobs, user, project)
    if subset and subset not in SUBSETS:
        raise DomainError(f"subset must be one of: {', '.join(SUBSETS)}.")
    state = read_state(source, subset)
    return request_job(
        user=user,
        project=project,
        kind=CORRELATION_JOB,
        idempotency_key=state,
        parameters={"test_set": source.test_set.pk, "state": state, "subset": subset, **source.references()},
    )


def import_human_study(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    name: str,
    file: File[bytes],
    file_name: str,
    columns: Assignment | None = None,
    reading: Mapping[str, str] | None = None,
) -> Job:
    """Store a file of judgements and queue its import at once; of a table, `columns` gives those of each content,
    proposed if omitted, and `reading` how it is read. The same bytes and name return the same job.
    """
    parameters = _ask(user, project, test_set, name)
    if assignment := _require_columns(test_set, columns or {}):
        parameters["columns"] = assignment
    if reading and any(reading.values()):
        parameters["reading"] = require_reading(reading)
    return request_reading(
        user=user, project=project, kind=STUDY_JOB, file=file, file_name=file_name, options=parameters
    )


@transaction.atomic
def request_study_preview(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    name: str,
    upload: Upload,
    columns: Assignment | None = None,
    reading: Mapping[str, str] | None = None,
    request_id: UUID,
) -> Job:
    """Queue a preview of a file of judgements; nothing else is stored until a manager confirms it."""
    parameters = _ask(user, project, test_set, name)
    of_table = {"columns": _require_columns(test_set, columns or {}), "reading": require_reading(reading or {})}
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={**parameters, **of_table, "upload": upload, "file_name": upload.name},
    )


@transaction.atomic
def confirm_study(*, user: User, project: Project, preview: Job) -> Job:
    """Queue the import of a preview, of a table by its columns; a repeated request returns the same job."""
    require(can_manage, user, project)
    previewed = PREVIEW.require_finished(project, preview)
    if previewed["missing"]:
        raise DomainError(previewed["missing"])
    chosen = {"columns": previewed["table"]["assignment"]} if previewed["table"] else {}
    return PREVIEW.confirm(user=user, project=project, preview=preview, parameters=chosen)


def _ask(user: User, project: Project, test_set: TestSet, name: str) -> dict[str, Any]:
    require(can_manage, user, project)
    if test_set.project_id != project.pk:
        raise DomainError("This test set does not belong to this project.")
    return {"test_set": test_set.pk, "name": require_name(name, "study")}


def _require_columns(test_set: TestSet, columns: Assignment) -> dict[str, list[str]]:
    """Return the assignment as a parameter of a job; raise DomainError for a content that does not exist."""
    contents = [role.name for role in list_roles(list(find_translated_systems(test_set)))]
    if unknown := [role for role in columns if role not in contents]:
        raise DomainError(f"There is no content called {unknown[0][:80]}. Choose from {', '.join(contents)}.")
    return {role: list(names) for role, names in columns.items() if names}
