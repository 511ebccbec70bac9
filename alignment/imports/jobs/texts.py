"""The files of a parallel text: their format and encodings, and their rows, split into tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import IO

from alignment.formats import (
    PARALLEL_FORMATS,
    Candidate,
    FormatError,
    Pair,
    ParallelFormat,
    Rejected,
    Row,
    choose_format,
    tokenise_pair,
)
from alignment.pairs.models import AlignmentSettings
from annotation_site.jobs.files import uploads_of
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import JobRun
from annotation_site.texts.not_text import NotTextError
from annotation_site.web.exceptions import DomainError

SHOWN_PAIRS = 8
REPORT_EVERY = 500


@dataclass(frozen=True)
class TextFiles:
    """The uploads of a text as they are read; `looks_like` is another format, if they seem to be of that."""

    uploads: Sequence[Upload]
    layout: ParallelFormat
    encodings: Sequence[str]
    languages: tuple[str, str]
    is_reversed: bool = False
    looks_like: Candidate | None = None

    @contextmanager
    def rows(self) -> Iterator[Iterator[Row]]:
        """Open the files and give their rows. Raise FormatError inside if a file is unusable."""
        names = [upload.name for upload in self.uploads]
        with ExitStack() as stack:
            files: list[IO[bytes]] = [stack.enter_context(upload.file.open("rb")) for upload in self.uploads]
            # The reader lets go of its files before they close.
            rows = stack.enter_context(closing(self.layout.read_files(files, names, self.encodings, self.languages)))
            yield map(_reverse, rows) if self.is_reversed else rows


def find_text_files(run: JobRun) -> TextFiles:
    """Return the job's files with their format and encodings, detected unless they were given."""
    parameters, uploads = run.parameters, uploads_of(run)
    try:
        with uploads[0].file.open("rb") as file:
            choice = choose_format(
                file,
                uploads[0].name,
                "text",
                parameters["format"],
                files=len(uploads),
                encoding=parameters["encoding"],
            )
    except FormatError as error:
        raise DomainError(str(error)) from error
    layout = PARALLEL_FORMATS[choice.name]
    encodings = [parameters["encoding"] or _detect_encoding(layout, upload) for upload in uploads]
    return TextFiles(uploads, layout, encodings, _languages(run), _is_reversed(run), choice.looks_like)


def reopen_text_files(run: JobRun, preview: Job) -> TextFiles:
    """Return the files of an import as its preview read them."""
    layout, encodings = PARALLEL_FORMATS[run.parameters["format"]], preview.result["encodings"]
    return TextFiles(uploads_of(run), layout, encodings, _languages(run), _is_reversed(run))


def find_other_format(preview: Job) -> tuple[str, str] | None:
    """Return another format that the first file of a failed preview looks like, and the reason, empty if none; None if
    no format can help, because the file is no text.
    """
    parameters = preview.parameters
    for upload in preview.project.uploads.filter(pk__in=parameters["uploads"][:1]):
        try:
            with upload.file.open("rb") as file:
                choice = choose_format(
                    file,
                    upload.name,
                    "text",
                    parameters["format"],
                    files=len(parameters["uploads"]),
                    encoding=parameters["encoding"],
                )
        except NotTextError:
            return None
        except FormatError:
            break
        if choice.looks_like:
            return choice.looks_like.name, choice.looks_like.reason
    return "", ""


@contextmanager
def open_rows(run: JobRun, files: TextFiles, total: int | None = None) -> Iterator[Iterator[Row]]:
    """Give the rows, split into tokens; FormatError becomes the job's message."""
    try:
        with files.rows() as rows:
            # Asked for before the first row: the one who reads rows may keep the connection busy.
            yield _tokenised(run, rows, find_target_words(run), total)
    except FormatError as error:
        raise DomainError(str(error)) from error


def _reverse(row: Row) -> Row:
    return row if isinstance(row, Rejected) else row.reversed()


def _detect_encoding(layout: ParallelFormat, upload: Upload) -> str:
    with upload.file.open("rb") as file:
        return layout.detect_encoding(file)


def _languages(run: JobRun) -> tuple[str, str]:
    return run.parameters["source_language"], run.parameters["target_language"]


def _is_reversed(run: JobRun) -> bool:
    return bool(run.parameters.get("is_reversed"))


def _tokenised(run: JobRun, rows: Iterator[Row], target_words: TargetWords, total: int | None) -> Iterator[Row]:
    languages, method = _languages(run), run.parameters["tokens"]
    for count, row in enumerate(rows, start=1):
        if count % REPORT_EVERY == 0:
            run.report(count, max(total, count) if total else None)
        if isinstance(row, Pair):
            row = tokenise_pair(row, *languages, method)
        yield target_words.keep(row)


@dataclass(frozen=True)
class TargetWords:
    """The listed words of each side, case-folded; a pair whose file marks its own words keeps those. `is_needed`: the
    project aligns target words only, or some are listed.
    """

    source: frozenset[str]
    target: frozenset[str]
    is_needed: bool

    def find(self, pair: Pair) -> tuple[Sequence[int], Sequence[int]]:
        """Return the indices of the target words on both sides of a pair."""
        if not self.is_needed:
            return (), ()
        own = pair.source_target_words, pair.target_target_words
        if own != (None, None):
            return own[0] or (), own[1] or ()
        return _find_words(pair.source_tokens or (), self.source), _find_words(pair.target_tokens or (), self.target)

    def keep(self, row: Row) -> Row:
        """Return the row, or the reason to skip it: a pair without target words gives its annotator nothing to do."""
        if isinstance(row, Rejected) or not self.is_needed or any(self.find(row)):
            return row
        return Rejected(row.line, "The pair has none of the target words.", row.source[:80])


def _find_words(tokens: Sequence[str], words: frozenset[str]) -> list[int]:
    return [index for index, token in enumerate(tokens) if token.casefold() in words] if words else []


def find_target_words(run: JobRun) -> TargetWords:
    source, target = frozenset(run.parameters["source_words"]), frozenset(run.parameters["target_words"])
    is_sample = run.job.project.alignment.scope == AlignmentSettings.Scope.TARGET_WORDS
    return TargetWords(source, target, is_sample or bool(source or target))


def require_target_words(run: JobRun, files: TextFiles) -> None:
    """Raise DomainError if words are needed, but none are listed, and the format cannot mark them."""
    words = find_target_words(run)
    if words.is_needed and not (words.source or words.target or files.layout.keeps_tokens):
        raise DomainError("This project aligns only target words. List them, one per line.")
