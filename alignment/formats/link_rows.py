"""The rows of an open file of links, however its format is opened: line by line, whole, or as an archive."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import IO

from alignment.formats.detection import detect_file_encoding, open_text
from alignment.formats.files import is_folder_archive, read_archive
from alignment.formats.links.aligned import AlignedRow, AlignmentFormat, Base
from annotation_site.texts.json_lines import open_json_lines
from annotation_site.texts.not_text import refuse_document
from annotation_site.texts.unpacking import open_documents


def read_link_rows(
    layout: AlignmentFormat,
    file: IO[bytes],
    name: str,
    base: Base | None = None,
    *,
    reverse: bool = False,
    encoding: str | None = None,
) -> Generator[AlignedRow]:
    """Yield readings and rejected rows. Raise FormatError if the whole file is unusable."""
    if layout.is_folder and is_folder_archive(file, name):
        yield from read_archive(file, name, layout.default_base if base is None else base, reverse=reverse)
    elif layout.document_reader is not None:
        refuse_document(file, name, may_be_archive=True)
        yield from layout.read_documents(open_documents(file, name), reverse=reverse)
    else:
        open_lines = open_json_lines if layout.name == "jsonl" else open_text
        # The lines are closed before the file they come from.
        with closing(open_lines(file, encoding or detect_file_encoding(file, name), name)) as lines:
            yield from layout.read(lines, base, reverse=reverse)
