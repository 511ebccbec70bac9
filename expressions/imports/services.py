"""Requests for the preview and the import of text."""

from collections.abc import Sequence
from typing import Literal, get_args
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.previews.services import Preview
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.texts.lines import is_encoding
from annotation_site.web.exceptions import DomainError
from expressions.formats.registry import EXPRESSION_FORMATS
from expressions.passages.cutting import FEWEST_WORDS, MOST_WORDS, USUAL_WORDS

PREVIEW = Preview("expression_preview", becomes="expression_import")
MOST_FILES = 20
Use = Literal["text", "readings"]
USES = get_args(Use)
# Formats of one file; the others are converted first.
FORMATS = {each.name: each.title for each in EXPRESSION_FORMATS.values() if each.files == 1}


@transaction.atomic
def request_preview(
    *,
    user: User,
    project: Project,
    uploads: Sequence[Upload],
    request_id: UUID,
    use: str = "text",
    format_name: str = "",
    encoding: str = "",
    passage_words: int = USUAL_WORDS,
) -> Job:
    """Queue a preview. With `use="text"` the files follow each other and their marks are left out; with "readings" each
    is the finished reading of one annotator, all of the same text.
    """
    require(can_manage, user, project)
    if not 1 <= len(uploads) <= MOST_FILES:
        raise DomainError(f"Give one to {MOST_FILES} files.")
    if use not in USES:
        raise DomainError(f"use is one of {', '.join(USES)}.")
    if format_name and format_name not in FORMATS:
        raise DomainError(f"There is no format “{format_name[:40]}”. Choose from {', '.join(FORMATS)}.")
    if encoding and not is_encoding(encoding):
        raise DomainError(f"“{encoding[:40]}” is not an encoding.")
    if not FEWEST_WORDS <= passage_words <= MOST_WORDS:
        raise DomainError(f"A passage has {FEWEST_WORDS} to {MOST_WORDS:,} words.")
    parameters = {"use": use, "format_name": format_name, "encoding": encoding, "passage_words": passage_words}
    return PREVIEW.request(
        user=user, project=project, request_id=request_id, parameters={"uploads": list(uploads), **parameters}
    )


@transaction.atomic
def confirm_import(*, user: User, project: Project, preview: Job, leave_out: bool = False) -> Job:
    """Queue the import of a preview, once, however often it is confirmed. `leave_out` agrees to leave out marks that
    the project cannot hold.
    """
    require(can_manage, user, project)
    found = PREVIEW.require_finished(project, preview)
    if not found["counts"]["sentences"]:
        raise DomainError("These files have nothing to import.")
    if found["counts"]["refused"] and not leave_out:
        marks = found["counts"]["refused"]
        are = "1 mark does" if marks == 1 else f"{marks:,} marks do"
        raise DomainError(
            f"{are} not fit the settings of the project and would be left out. Confirm this, or change the settings."
        )
    return PREVIEW.confirm(user=user, project=project, preview=preview)
