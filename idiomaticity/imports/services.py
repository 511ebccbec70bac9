"""Requests for the preview and the import of compounds or raw ratings."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.previews.services import Preview
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.texts.lines import is_encoding
from annotation_site.web.exceptions import DomainError
from idiomaticity.imports.jobs.compounds import MOST_CORRECTIONS
from idiomaticity.imports.planning import read_corrections

COMPOUNDS = Preview("compound_preview", becomes="compound_import")
RATINGS = Preview("rating_preview", becomes="rating_import")
MOST_FILES = 4
LONGEST_CORRECTION = 300


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
    """Queue a preview of compounds; what several files contain about a compound is combined.

    `corrections` give, by the keys of an earlier preview, the words of a compound in its sentence.
    """
    _require_few(uploads)
    words = read_corrections(corrections or {})
    if len(words) > MOST_CORRECTIONS or any(len(text) > LONGEST_CORRECTION for text in words.values()):
        raise DomainError(
            f"You can correct at most {MOST_CORRECTIONS} sentences here, with {LONGEST_CORRECTION} characters each."
        )
    return _request(COMPOUNDS, user, project, uploads, request_id, encoding, words)


@transaction.atomic
def request_rating_preview(
    *, user: User, project: Project, uploads: Sequence[Upload], request_id: UUID, encoding: str = ""
) -> Job:
    """Queue a preview of the raw ratings of a finished study, and of what a release has beside them."""
    _require_few(uploads)
    return _request(RATINGS, user, project, uploads, request_id, encoding, {})


@transaction.atomic
def confirm_import(*, user: User, project: Project, preview: Job, leave_out: bool) -> Job:
    """Queue the import of a preview, once, however often it is confirmed."""
    require(can_manage, user, project)
    kind = RATINGS if preview.kind == RATINGS.kind else COMPOUNDS
    counts = kind.require_finished(project, preview)["counts"]
    if not any(counts.get(name) for name in ("compounds", "ratings", "type_scores")):
        raise DomainError("This file has nothing to import.")
    kind.require_consent(counts["left_out"] + counts.get("misplaced", 0), is_given=leave_out)
    return kind.confirm(user=user, project=project, preview=preview)


def _require_few(uploads: Sequence[Upload]) -> None:
    if not 1 <= len(uploads) <= MOST_FILES:
        raise DomainError(f"Give one to {MOST_FILES} files.")


def _request(
    kind: Preview,
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
    return kind.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={
            "uploads": list(uploads),
            "encoding": encoding,
            "corrections": dict(corrections),
        },
    )
