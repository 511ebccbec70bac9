"""Zip archives written while they are sent, in pieces: nothing of them is kept."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator

TIME = (1980, 1, 1, 0, 0, 0)
PIECE = 1 << 16
Files = Iterable[tuple[str, Iterable[str]]]


class _Sent(io.RawIOBase):
    """Bytes that have been written and not yet been sent."""

    def __init__(self) -> None:
        self._data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]
        self._data += piece
        return len(piece)

    def take(self, least: int = 1) -> Iterator[bytes]:
        if len(self._data) >= least:
            yield bytes(self._data)
            self._data.clear()


def stream_zip(files: Files) -> Iterator[bytes]:
    """Yield the pieces of an archive of these files, given by name and lines."""
    sent = _Sent()
    with zipfile.ZipFile(sent, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, lines in files:
            entry = zipfile.ZipInfo(name, TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as packed:
                for line in lines:
                    packed.write(line.encode())
                    yield from sent.take(PIECE)
    yield from sent.take()
