"""The files of a text: uploads, or the texts in a ZIP archive, as OPUS packs the two sides of a corpus."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from tempfile import SpooledTemporaryFile
from typing import IO, cast

from alignment.formats.parallel.language_tags import fits_language
from annotation_site.jobs.models import Upload
from annotation_site.tables.workbooks import is_workbook
from annotation_site.texts.faults import FormatError
from annotation_site.texts.not_text import is_plain_archive
from annotation_site.texts.zip_members import DAMAGES, is_link, list_members

# What stands beside the sentences, by the name without its ending or by the ending.
_NO_TEXTS = frozenset({"readme", "license", "licence", "copying", "changes", "changelog", "info"})
_NO_ENDINGS = frozenset({".ids", ".scores", ".md", ".xml"})
_MOST_UNPACKED = 200 << 20
_MOST_NAMED = 8
_PIECE = 1 << 20


@dataclass(frozen=True)
class TextPart:
    """A file that holds a text or one side of it, under the name that people know it by."""

    name: str
    open: Callable[[], IO[bytes]]


def find_parts(uploads: Sequence[Upload], languages: tuple[str, str]) -> list[TextPart]:
    """Return the uploads themselves, or for one ZIP archive the one or two texts in it, source first. Raise
    FormatError if it is unclear which of its files these are.
    """
    if len(uploads) == 1:
        with uploads[0].file.open("rb") as file:
            if not is_workbook(file, uploads[0].name) and is_plain_archive(file):
                return _find_members(uploads[0], file, languages)
    return [TextPart(upload.name, partial(upload.file.open, "rb")) for upload in uploads]


def _find_members(upload: Upload, file: IO[bytes], languages: tuple[str, str]) -> list[TextPart]:
    try:
        with zipfile.ZipFile(file) as archive:
            members = [(name, entry) for name, entry in list_members(archive) if not is_link(entry)]
    except (*DAMAGES, ValueError):
        raise FormatError(upload.name, None, "The ZIP archive is damaged or encrypted.") from None
    names = [name for name, _ in members]
    chosen = _choose(names, languages)
    if not chosen:
        shown = ", ".join(names[:_MOST_NAMED]) + (" …" if len(names) > _MOST_NAMED else "")
        problem = f"It is unclear which files of the archive hold the text: {shown or 'it is empty'}."
        raise FormatError(upload.name, None, f"{problem} Unpack it and upload the one or two files with the sentences.")
    return [TextPart(name, partial(_open_member, upload, names.index(name))) for name in chosen]


def _choose(names: Sequence[str], languages: tuple[str, str]) -> list[str]:
    """Return the one text, or the two, of which the one that ends in the target language comes second."""
    texts = [name for name in names if not _is_beside(PurePosixPath(name))]
    source, target = (_end_in(language, texts) for language in languages)
    if len(source) == len(target) == 1 and source != target:
        return [*source, *target]
    return sorted(texts) if len(texts) in (1, 2) else []


def _end_in(language: str, names: Sequence[str]) -> list[str]:
    return [name for name in names if fits_language(PurePosixPath(name).suffix[1:], language) is not None]


def _is_beside(path: PurePosixPath) -> bool:
    return path.stem.casefold() in _NO_TEXTS or path.suffix.lower() in _NO_ENDINGS or path.name.startswith(".")


def _open_member(upload: Upload, index: int) -> IO[bytes]:
    """Return a copy of a member, in which a reader can go back. Raise FormatError if it is damaged or too long."""
    with ExitStack() as closing_on_error:
        copy = cast(IO[bytes], closing_on_error.enter_context(SpooledTemporaryFile(max_size=_PIECE)))
        try:
            with upload.file.open("rb") as file, zipfile.ZipFile(file) as archive:
                _, entry = list_members(archive)[index]
                with archive.open(entry) as member:
                    _copy(member, copy, upload.name)
        except (*DAMAGES, ValueError):
            raise FormatError(upload.name, None, "The ZIP archive is damaged or encrypted.") from None
        copy.seek(0)
        closing_on_error.pop_all()
        return copy


def _copy(member: IO[bytes], copy: IO[bytes], name: str) -> None:
    # What an archive says of its sizes may be false.
    left = _MOST_UNPACKED
    while piece := member.read(_PIECE):
        left -= len(piece)
        if left < 0:
            raise FormatError(name, None, f"The archive unpacks to more than {_MOST_UNPACKED >> 20} MB. Split it.")
        copy.write(piece)
