"""A release's zip as whoever reads it must treat it: a file from anywhere, read in pieces, with limits."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

from alignment.release_files import MANIFEST
from alignment.releases import FORMAT, OLDER_FORMAT

MOST_UNPACKED = 20 * 1024**3
MOST_FILES = 50
LARGEST_MANIFEST = 16 * 1024**2
# What a file that only pretends to be a release makes its readers run into.
MALFORMED = (
    OSError, EOFError, zipfile.BadZipFile, zipfile.LargeZipFile, UnicodeDecodeError, KeyError, ValueError, TypeError,
    AttributeError, IndexError, NotImplementedError, RuntimeError,
)  # fmt: skip


class UnreadableReleaseError(Exception):
    """The file is not a release at all; one sentence says why."""


@dataclass(frozen=True, slots=True)
class ReleaseArchive:
    """An open release."""

    archive: zipfile.ZipFile
    entries: dict[str, zipfile.ZipInfo]
    manifest: dict[str, Any]

    @property
    def is_older(self) -> bool:
        """Whether it was made before releases told where their links come from."""
        return bool(self.manifest["format"] == OLDER_FORMAT)

    def open(self, name: str) -> IO[bytes]:
        """Open a file of the release; KeyError where it is missing."""
        if name not in self.entries:
            raise KeyError(f"{name} is missing")
        return self.archive.open(self.entries[name])

    def lines(self, name: str) -> TextIOWrapper:
        """Lines of a file with their ends."""
        return TextIOWrapper(self.open(name), encoding="utf-8", newline="\n")


@contextmanager
def open_release(file: Path | IO[bytes], name: str) -> Iterator[ReleaseArchive]:
    """Open a release; whatever is malformed, now or while it is read, becomes one UnreadableReleaseError."""
    try:
        with zipfile.ZipFile(file) as archive:
            entries = _find_entries(archive, name)
            manifest = json.loads(_read_manifest(archive, entries[MANIFEST]))
            if manifest.get("format") not in (FORMAT, OLDER_FORMAT):
                known = f"{OLDER_FORMAT!r} and {FORMAT!r}"
                raise UnreadableReleaseError(
                    f"{name} has format {manifest.get('format')!r}; this version knows {known}."
                )
            yield ReleaseArchive(archive, entries, manifest)
    except MALFORMED as error:
        raise UnreadableReleaseError(f"{name} cannot be read as a release: {error}") from error


def _find_entries(archive: zipfile.ZipFile, name: str) -> dict[str, zipfile.ZipInfo]:
    infos = archive.infolist()
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise UnreadableReleaseError(f"{name} holds more than a release can hold.")
    entries = {info.filename.rsplit("/", 1)[-1]: info for info in infos if not info.is_dir()}
    if MANIFEST not in entries:
        raise UnreadableReleaseError(f"{name} holds no {MANIFEST}.")
    return entries


def _read_manifest(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    if entry.file_size > LARGEST_MANIFEST:
        raise UnreadableReleaseError(f"{entry.filename} is larger than any manifest.")
    return archive.read(entry)
