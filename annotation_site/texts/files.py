"""Files on disk: read within limits, written completely or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import IO

from annotation_site.texts.faults import FormatError
from annotation_site.texts.lines import detect_file_encoding, open_text


@contextmanager
def open_file(path: str) -> Iterator[IO[bytes]]:
    """Open the file for reading. Raise FormatError if that is impossible."""
    try:
        file = Path(path).open("rb")  # noqa: SIM115  (closed below)
    except OSError as error:
        raise FormatError(path, None, f"The file cannot be read: {error.strerror}.") from error
    with file:
        if file.seekable():
            yield file
            return
        # A pipe is kept, since what it holds is looked at before it is read.
        with tempfile.TemporaryFile() as kept:
            shutil.copyfileobj(file, kept)
            kept.seek(0)
            yield kept


def read_lines(path: str, encoding: str | None = None) -> Generator[str]:
    """Yield lines in the encoding given or detected; raise FormatError where the file is no text."""
    with open_file(path) as file, closing(open_text(file, encoding or detect_file_encoding(file, path), path)) as lines:
        for number, line in enumerate(lines, start=1):
            if "\0" in line:
                raise FormatError(path, number, "The file is not text.")
            yield line


@contextmanager
def replacing_files(paths: Sequence[str]) -> Iterator[Sequence[IO[bytes]]]:
    """Open drafts beside the paths, which replace the files at the end; on an error nothing changes."""
    with ExitStack() as stack:
        drafts = []
        for path in paths:
            draft = stack.enter_context(draft_beside(path))
            drafts.append(draft)
        files = [stack.enter_context(draft.open("wb")) for draft in drafts]
        yield files
        for file in files:
            file.flush()
            os.fsync(file.fileno())
        for draft, path in zip(drafts, paths, strict=True):
            draft.replace(path)


@contextmanager
def draft_beside(path: str) -> Iterator[Path]:
    """Give a name in a hidden folder beside the target, on the same disk, so that it can be renamed into place."""
    target = Path(path)
    try:
        folder = Path(tempfile.mkdtemp(prefix=".interlinea-", dir=target.parent))
    except OSError as error:
        raise FormatError(path, None, f"The file cannot be written: {error.strerror}.") from error
    try:
        yield folder / "draft"
    finally:
        shutil.rmtree(folder)
