"""Requesting the preview of a parallel text, and the import of a previewed or selected one."""

from collections.abc import Sequence
from typing import get_args
from uuid import UUID

from django.db import transaction

from alignment.formats import PARALLEL_FORMATS
from alignment.pairs.models import AlignmentSettings
from alignment.pairs.tokens import TokenMethod
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.previews.services import Preview
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

IMPORT = "import"
PREVIEW = Preview("import_preview", becomes=IMPORT)
TEXT_FORMATS = sorted(PARALLEL_FORMATS)
TOKEN_METHODS = get_args(TokenMethod)
MOST_TARGET_WORDS = 100_000


@transaction.atomic
def request_import_preview(
    *,
    user: User,
    project: Project,
    uploads: Sequence[Upload],
    text_format: str,
    tokens: str,
    encoding: str = "",
    source_words: Sequence[str] = (),
    target_words: Sequence[str] = (),
    request_id: UUID,
) -> Job:
    """Queue a preview of the text; nothing is imported until the manager confirms it."""
    require(can_manage, user, project)
    parallel = PARALLEL_FORMATS.get(text_format)
    if parallel is None:
        raise DomainError(f"There is no format called {text_format}; choose one of {', '.join(PARALLEL_FORMATS)}.")
    if len(uploads) != parallel.files:
        wanted = "one file" if parallel.files == 1 else "two files, one for each language"
        raise DomainError(f"The format {text_format} needs {wanted}.")
    if tokens not in TOKEN_METHODS:
        raise DomainError(f"Tokenisation must be one of: {', '.join(TOKEN_METHODS)}.")
    require_known_encoding(encoding)
    # Rows of jsonl may mark their words themselves.
    _require_target_words(project, [*source_words, *target_words], may_be_marked=text_format == "jsonl")
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={
            "uploads": list(uploads),
            "format": text_format,
            "tokens": tokens,
            "encoding": encoding,
            "source_words": sorted({word.casefold() for word in source_words}),
            "target_words": sorted({word.casefold() for word in target_words}),
            "source_language": project.alignment.source_language,
            "target_language": project.alignment.target_language,
        },
    )


@transaction.atomic
def confirm_import(*, user: User, project: Project, preview: Job, leave_out_rejected: bool) -> Job:
    """Queue the import of a previewed text; one preview gives one import, however often it is confirmed."""
    require(can_manage, user, project)
    counts = PREVIEW.require_finished(project, preview)["counts"]
    if not counts["pairs"]:
        raise DomainError("This text has no pairs to import.")
    PREVIEW.require_consent(counts["rejected"], is_given=leave_out_rejected)
    return PREVIEW.confirm(user=user, project=project, preview=preview)


def _require_target_words(project: Project, words: Sequence[str], *, may_be_marked: bool) -> None:
    is_sample = project.alignment.scope == AlignmentSettings.Scope.TARGET_WORDS
    if is_sample and not words and not may_be_marked:
        raise DomainError("This project aligns only target words. List them, one per line.")
    if len(words) > MOST_TARGET_WORDS:
        raise DomainError(f"List at most {MOST_TARGET_WORDS:,} words.")


def require_known_encoding(encoding: str) -> None:
    """Raise DomainError for an unknown name; an empty one is valid: the encoding is detected."""
    if not encoding:
        return
    try:
        # Packers such as bz2 are codecs too, and a small piece of theirs fills the memory; they encode no text.
        "".encode(encoding)
    except (LookupError, UnicodeError) as error:
        raise DomainError(f"“{encoding}” is not an encoding.") from error
