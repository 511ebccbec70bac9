"""Zip archives of text files, written while they are sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from annotation_site.operators.exports import PIECE, Piece

TIME = (1980, 1, 1, 0, 0, 0)


def stream_zip(files: Iterable[tuple[str, Iterable[str]]]) -> Iterator[bytes]:
    """Yield an archive of these files, given by name and lines, in pieces; memory does not grow with it."""
    written = Piece()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]  # all that it needs to write
        for name, lines in files:
            entry = ZipInfo(name, TIME)
            entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o644 << 16
            with archive.open(entry, "w", force_zip64=True) as file:
                for line in lines:
                    file.write(line.encode())
                    if len(written) >= PIECE:
                        yield written.take()
    yield written.take()
