"""Requesting a selection of sentence pairs, and its import."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from alignment.formats import DETECT
from alignment.imports.services import IMPORT, require_text_options
from alignment.selection import SelectionSettings
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.previews.services import Preview
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable

PREVIEW = Preview("selection", becomes=IMPORT, noun="selection")
TRAINING_KINDS = ("text", "list")


@transaction.atomic
def request_selection(
    *,
    user: User,
    project: Project,
    uploads: Sequence[Upload],
    text_format: str = DETECT,
    tokens: str,
    source_training: Upload | None,
    target_training: Upload | None,
    training_kind: str,
    settings: SelectionSettings,
    encoding: str = "",
    request_id: UUID,
) -> Job:
    """Queue a selection; nothing is imported until the manager confirms it. Raise DomainError for files that do not fit
    the format, or without any training text.
    """
    require(can_manage, user, project)
    require_text_options(len(uploads), text_format, tokens, encoding)
    if training_kind not in TRAINING_KINDS:
        raise DomainError(f"The source of frequencies must be one of: {', '.join(TRAINING_KINDS)}.")
    if source_training is None and target_training is None:
        raise DomainError("A training text or a frequency list is required for at least one side.")
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={
            "uploads": list(uploads),
            "format": text_format,
            "tokens": tokens,
            "encoding": encoding,
            "source_training": source_training,
            "target_training": target_training,
            "training_kind": training_kind,
            "settings": settings.to_json(),
            "source_language": project.alignment.source_language,
            "target_language": project.alignment.target_language,
        },
    )


@transaction.atomic
def select_again(*, user: User, project: Project, selection: Job, settings: SelectionSettings, request_id: UUID) -> Job:
    """Queue a selection from the same files with other settings."""
    require(can_manage, user, project)
    if selection.kind != PREVIEW.kind or selection.project_id != project.pk:
        raise NotEditable("There is no such selection.")
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={**selection.parameters, "settings": settings.to_json()},
        after=selection,
    )


@transaction.atomic
def confirm_selection(*, user: User, project: Project, selection: Job) -> Job:
    """Queue the import of the selected pairs, with their target words; one selection gives one import."""
    require(can_manage, user, project)
    result = PREVIEW.require_finished(project, selection)
    if not result["counts"]["pairs"]:
        raise DomainError("No pairs were selected, so there is nothing to import.")
    return PREVIEW.confirm(
        user=user,
        project=project,
        preview=selection,
        parameters={
            "uploads": [result["chosen_upload"]],
            "format": "jsonl",
            "encoding": "utf-8",
            "source_words": [],
            "target_words": [],
            # Pairs without an ID get their place in the text, which pairs of another text may have.
            "repeated_ids": "rename",
        },
    )
