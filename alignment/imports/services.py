"""Requesting the preview of a parallel text, and the import of a previewed or selected one."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from alignment.formats import DETECT, PARALLEL_FORMATS
from alignment.projects.models import AlignmentSettings
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.previews.services import Preview
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.quotas.queries import require_room
from annotation_site.tables.columns import Assignment
from annotation_site.texts.tokens import TOKEN_METHODS
from annotation_site.web.exceptions import DomainError

IMPORT = "import"
PREVIEW = Preview("import_preview", becomes=IMPORT)
TEXT_FORMATS = [DETECT, *sorted(PARALLEL_FORMATS)]
MOST_FILES = 2
TOKEN_CHOICES = [DETECT, *sorted(TOKEN_METHODS)]
REPEATED_IDS = ("rename", "leave_out")
MOST_TARGET_WORDS = 100_000
NO_COLUMNS: Assignment = {}


@transaction.atomic
def request_import_preview(
    *,
    user: User,
    project: Project,
    uploads: Sequence[Upload],
    text_format: str = DETECT,
    tokens: str = DETECT,
    encoding: str = "",
    is_reversed: bool = False,
    file_source_language: str = "",
    file_target_language: str = "",
    source_words: Sequence[str] = (),
    target_words: Sequence[str] = (),
    columns: Assignment = NO_COLUMNS,
    sheet: str = "",
    header: str = "",
    separator: str = "",
    request_id: UUID,
) -> Job:
    """Queue a preview of the text; nothing is imported until the manager confirms it. Of a table, `columns` are those
    of each side, and the other settings say how it is read; what is not given is detected.
    """
    require(can_manage, user, project)
    require_text_options(len(uploads), text_format, tokens, encoding)
    # Rows of jsonl may mark their words themselves.
    _require_target_words(project, [*source_words, *target_words], may_be_marked=text_format in ("jsonl", DETECT))
    return PREVIEW.request(
        user=user,
        project=project,
        request_id=request_id,
        parameters={
            "uploads": list(uploads),
            "format": text_format,
            "tokens": tokens,
            "encoding": encoding,
            "is_reversed": is_reversed,
            "file_source_language": file_source_language,
            "file_target_language": file_target_language,
            "source_words": sorted({word.casefold() for word in source_words}),
            "target_words": sorted({word.casefold() for word in target_words}),
            "source_language": project.alignment.source_language,
            "target_language": project.alignment.target_language,
            "columns": {role: list(names) for role, names in columns.items()},
            "table": {"sheet": sheet, "header": header, "separator": separator},
        },
    )


@transaction.atomic
def confirm_import(
    *,
    user: User,
    project: Project,
    preview: Job,
    leave_out_rejected: bool,
    only_new: bool = False,
    repeated_ids: str = "",
) -> Job:
    """Queue the import of a previewed text, or of those of its pairs that are not in the project already; one preview
    gives one import, however often it is confirmed. `repeated_ids` says what to do with pairs whose ID an earlier pair
    has.
    """
    require(can_manage, user, project)
    result = PREVIEW.require_finished(project, preview)
    pairs = result["counts"]["pairs"]
    if not pairs:
        raise DomainError("This text has no pairs to import.")
    if only_new and pairs == result["repeated"]["count"]:
        raise DomainError("All pairs of this text are in the project already.")
    _require_certain_languages(result)
    _require_single_ids(result, repeated_ids)
    PREVIEW.require_consent(result["counts"]["rejected"], is_given=leave_out_rejected)
    if PREVIEW.find_import(preview) is None:
        # Here, too, and not only by the job: a large text would be read for minutes, and then refused.
        require_room("items", pairs - (result["repeated"]["count"] if only_new else 0), project=project)
    parameters = {"format": result["format"], "only_new": only_new, "repeated_ids": repeated_ids}
    return PREVIEW.confirm(user=user, project=project, preview=preview, parameters=parameters)


def _require_certain_languages(result: Mapping[str, Any]) -> None:
    memory = result.get("file_languages")
    if memory and memory["question"]:
        raise DomainError(f"{memory['question']} Choose the languages of source and target and preview the file again.")


def _require_single_ids(result: Mapping[str, Any], choice: str) -> None:
    repeated = result.get("repeated_ids")
    if choice and choice not in REPEATED_IDS:
        raise DomainError(f"Repeated IDs can be treated in these ways: {', '.join(REPEATED_IDS)}.")
    if repeated and repeated["count"] and not choice:
        pairs = "1 pair has" if repeated["count"] == 1 else f"{repeated['count']:,} pairs have"
        where = f"line{'' if repeated['count'] == 1 else 's'} {repeated['lines']}"
        raise DomainError(
            f"{pairs} the ID of an earlier pair ({where}). Choose whether to rename or leave out such pairs."
        )


def require_text_options(files: int, text_format: str, tokens: str, encoding: str) -> None:
    """Raise DomainError if a text cannot be read with these options."""
    if text_format not in TEXT_FORMATS:
        raise DomainError(f"There is no format called {text_format}; choose one of {', '.join(PARALLEL_FORMATS)}.")
    parallel = PARALLEL_FORMATS.get(text_format)
    if parallel and files != parallel.files:
        wanted = "one file" if parallel.files == 1 else "two files, one for each language"
        raise DomainError(f"The format {text_format} needs {wanted}.")
    if not 1 <= files <= MOST_FILES:
        raise DomainError("A text is one file, or two files, one for each language.")
    if tokens not in TOKEN_CHOICES:
        raise DomainError(f"Tokenisation must be one of: {', '.join(TOKEN_CHOICES)}.")
    require_known_encoding(encoding)


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
