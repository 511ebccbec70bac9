"""Readers of documents as readers of lines, for those who have a text at hand rather than a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from alignment.formats.links.aligned import AlignedRow, AlignedSentence, Base, Reader, Writer
from annotation_site.texts.unpacking import Documents

NAME = "The file"


def of_documents(read: Callable[[Documents], Iterator[AlignedRow]]) -> Reader:
    """Return a reader of the lines of one document; words in it are named, so that nothing is counted from a base."""

    def read_lines(lines: Iterable[str], _base: Base) -> Iterator[AlignedRow]:
        return read({NAME: "\n".join(lines).encode("utf-8", "surrogateescape")})

    return read_lines


def refuse_to_write(name: str) -> Writer:
    """Return a writer for a format that is only read."""

    def write(_sentences: Iterable[AlignedSentence], _base: Base) -> Iterator[str]:
        raise ValueError(f"{name} can be read but not written. Choose another format.")

    return write
