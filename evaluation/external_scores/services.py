"""Services for uploading scores of a measure computed elsewhere."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.files.base import File
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import request_reading
from annotation_site.previews.services import Preview
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.texts.format_characters import clean, is_shown_in_text
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.outputs import EXTERNAL_SCORES_JOB, EXTERNAL_SCORES_PREVIEW
from evaluation.measures.kinds.external import LONGEST_NAME, external_name
from evaluation.measures.registry import MEASURES
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
    request_id: UUID,
) -> Job:
    """Queue a preview of a file of scores; nothing else is stored until a manager confirms it."""
    asked = _ask(user, project, test_set, name, system, lower_is_better=lower_is_better)
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={**asked, "name": name, "upload": upload, "file_name": upload.name},
    )


@transaction.atomic
def confirm_external_scores(*, user: User, project: Project, preview: Job) -> Job:
    """Queue the import of a preview; a repeated request returns the same job."""
    require(can_manage, user, project)
    return PREVIEW.confirm(user=user, project=project, preview=preview)


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
) -> Job:
    """Store a file of scores (`formats`) and queue its import at once; `system` names that of a file without names.

    The same bytes under the same names return the same job.
    """
    asked = _ask(user, project, test_set, name, system, lower_is_better=lower_is_better)
    return request_reading(
        user=user,
        project=project,
        kind=EXTERNAL_SCORES_JOB,
        file=file,
        file_name=file_name,
        asked=asked,
        told={"name": name},
    )


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
