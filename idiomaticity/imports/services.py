"""Asking for compounds or raw ratings to be previewed, and for what was previewed to be imported."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.texts.lines import is_encoding
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.imports.jobs.compounds import MOST_CORRECTIONS
from idiomaticity.imports.planning import read_corrections

COMPOUND_PREVIEW, COMPOUND_IMPORT = "compound_preview", "compound_import"
RATING_PREVIEW, RATING_IMPORT = "rating_preview", "rating_import"
MOST_FILES = 4
LONGEST_CORRECTION = 300
# The kind of job that a confirmed preview becomes.
IMPORTS = {COMPOUND_PREVIEW: COMPOUND_IMPORT, RATING_PREVIEW: RATING_IMPORT}


@transaction.atomic
def request_compound_preview(
    *,
    user: User,
    project: Project,
    uploads: Sequence[Upload],
    request_id: UUID,
    encoding: str = "",
    corrections: Mapping[str, str] | None = None,
) -> Job:
    """Queue a look at compounds; several files together say what each knows of a compound.

    `corrections` say, by the keys of an earlier preview, in which words a compound stands in its sentence.
    """
    if not 1 <= len(uploads) <= MOST_FILES:
        raise DomainError(f"Give one to {MOST_FILES} files.")
    words = read_corrections(corrections or {})
    if len(words) > MOST_CORRECTIONS or any(len(text) > LONGEST_CORRECTION for text in words.values()):
        raise DomainError(
            f"At most {MOST_CORRECTIONS} sentences can be mended here, in {LONGEST_CORRECTION} characters each."
        )
    return _request(COMPOUND_PREVIEW, user, project, uploads, request_id, encoding, words)


@transaction.atomic
def request_rating_preview(
    *, user: User, project: Project, upload: Upload, request_id: UUID, encoding: str = ""
) -> Job:
    """Queue a look at the raw ratings of a finished study."""
    return _request(RATING_PREVIEW, user, project, [upload], request_id, encoding, {})


@transaction.atomic
def confirm_import(*, user: User, project: Project, preview: Job, leave_out: bool) -> Job:
    """Queue the import of what was previewed; one preview gives one import, however often it is confirmed."""
    require(can_manage, user, project)
    is_preview = preview.kind in IMPORTS and preview.project_id == project.pk
    if not is_preview or preview.state != Job.State.SUCCEEDED:
        raise NotEditable("There is no finished preview to import.")
    counts = preview.result["counts"]
    if not counts.get("compounds", counts.get("ratings")):
        raise DomainError("There is nothing to import in this file.")
    missing = counts["left_out"] + counts.get("misplaced", 0)
    if missing and not leave_out:
        rows = "1 row" if missing == 1 else f"{missing:,} rows"
        raise DomainError(f"{rows} would be left out. Confirm that, or mend the file and upload it again.")
    return request_job(
        user=user,
        project=project,
        kind=IMPORTS[preview.kind],
        idempotency_key=f"preview-{preview.pk}",
        parameters={**preview.parameters, "preview": preview.pk},
        after=preview,
    )


def _request(
    kind: str,
    user: User,
    project: Project,
    uploads: Sequence[Upload],
    request_id: UUID,
    encoding: str,
    corrections: Mapping[str, str],
) -> Job:
    require(can_manage, user, project)
    if encoding and not is_encoding(encoding):
        raise DomainError(f"“{encoding}” is not an encoding.")
    return request_job(
        user=user,
        project=project,
        kind=kind,
        idempotency_key=str(request_id),
        parameters={
            "uploads": list(uploads),
            "encoding": encoding,
            "corrections": dict(corrections),
        },
    )
