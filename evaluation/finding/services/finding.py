"""Requests for searches of expressions in a text."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from alignment.formats import DETECT, PARALLEL_FORMATS, FormatError
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from annotation_site.web.names import require_name
from evaluation.finding.jobs.corpus import TEXT_FORMATS, detect_corpus_format, is_parallel
from evaluation.finding.models import Finding
from evaluation.finding.queries import find_sides
from evaluation.projects.job_names import FINDING_JOB

MOST_GAP = 10
MOST_FILES = 2


@transaction.atomic
def request_finding(
    *,
    user: User,
    project: Project,
    name: str,
    phrases: Upload,
    uploads: Sequence[Upload],
    text_format: str = DETECT,
    side: str = "source",
    gap: int = 0,
    any_order: bool = False,
    keep_all: bool = False,
    encoding: str = "",
    request_id: UUID,
) -> Job:
    """Queue a search for every phrase of a list in a text.

    Raise DomainError if the files do not fit the format, or if the project has no second language for a parallel text.
    """
    require(can_manage, user, project)
    name = require_name(name, "finding")
    source_language, target_language = find_sides(project)
    text_format = _require_format(text_format, uploads, encoding, has_other_language=bool(target_language))
    if side not in Finding.Side.values:
        raise DomainError("The side is source or target.")
    if not target_language and (is_parallel(text_format) or side == Finding.Side.TARGET):
        raise DomainError("This project has one language. Use a monolingual text.")
    if not 0 <= gap <= MOST_GAP:
        raise DomainError(f"The maximum gap must be 0 to {MOST_GAP} words.")
    return request_job(
        user=user,
        project=project,
        kind=FINDING_JOB,
        idempotency_key=str(request_id),
        parameters={
            "name": name,
            "phrases": phrases,
            "uploads": list(uploads),
            "format": text_format,
            "is_parallel": is_parallel(text_format),
            "side": side,
            "language": source_language if side == Finding.Side.SOURCE else target_language,
            "source_language": source_language,
            "target_language": target_language,
            "gap": gap,
            "any_order": any_order,
            "keep_all": keep_all,
            "encoding": encoding,
        },
    )


def _require_format(text_format: str, uploads: Sequence[Upload], encoding: str, *, has_other_language: bool) -> str:
    """Return the format, recognised where that is asked; raise DomainError for one that the files do not fit."""
    if text_format not in TEXT_FORMATS:
        raise DomainError(f"There is no format called {text_format}; choose one of {', '.join(TEXT_FORMATS)}.")
    _require_encoding(encoding)
    if text_format == DETECT:
        text_format = _detect_format(uploads, encoding, has_other_language=has_other_language)
    if len(uploads) != (PARALLEL_FORMATS[text_format].files if is_parallel(text_format) else 1):
        wanted = "two files, one for each language" if len(uploads) == 1 else "one file"
        raise DomainError(f"The format {text_format} needs {wanted}.")
    return text_format


def _detect_format(uploads: Sequence[Upload], encoding: str, *, has_other_language: bool) -> str:
    if not 1 <= len(uploads) <= MOST_FILES:
        raise DomainError("A text is one file, or two files, one for each language.")
    try:
        return detect_corpus_format(uploads, encoding, has_other_language=has_other_language)
    except FormatError as error:
        raise DomainError(str(error)) from error


def _require_encoding(encoding: str) -> None:
    if not encoding:
        return
    try:
        # Packers such as bz2 are codecs too, and a small piece of theirs fills the memory; they encode no text.
        "".encode(encoding)
    except (LookupError, UnicodeError) as error:
        raise DomainError(f"“{encoding}” is not an encoding.") from error
