"""The zip of a release of any kind: packed so that equal files give equal bytes, and read as untrusted input, in pieces
and with limits.
"""

import hashlib
import json
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import zip_longest
from pathlib import Path
from typing import IO, Any

MANIFEST, README = "manifest.json", "README.txt"
# A fixed time and mode in the archive: the same release always has the same SHA-256.
ARCHIVE_TIME = (1980, 1, 1, 0, 0, 0)
PIECE = 1 << 20
# Of a release of a million links: 1.7 s and 20.5 MB; level 6 would take 3.6 s for 19.1 MB.
LEVEL = 5
MOST_UNPACKED = 20 * 1024**3
MOST_FILES = 50
LARGEST_MANIFEST = 16 * 1024**2
TOLERANCE = 1e-9
# What a file that only pretends to be a release makes its readers run into.
MALFORMED = (
    OSError, EOFError, zipfile.BadZipFile, zipfile.LargeZipFile, UnicodeDecodeError, KeyError, ValueError, TypeError,
    AttributeError, IndexError, NotImplementedError, RuntimeError,
)  # fmt: skip


class UnreadableReleaseError(Exception):
    """The file is not a release; the message is one sentence."""


class HashedText:
    """A text file being written, with its size and SHA-256 counted on the way."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.size = 0

    def write(self, text: str) -> None:
        """Append text in UTF-8."""
        data = text.encode()
        self._digest.update(data)
        self.size += len(data)
        self._file.write(data)

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


@dataclass(frozen=True, slots=True)
class ReleaseArchive:
    """An open release."""

    archive: zipfile.ZipFile
    entries: dict[str, zipfile.ZipInfo]
    manifest: dict[str, Any]

    def open(self, name: str) -> IO[bytes]:
        """Open a file of the release. Raise KeyError if it is missing."""
        if name not in self.entries:
            raise KeyError(f"{name} is missing")
        return self.archive.open(self.entries[name])

    def lines(self, name: str) -> TextIOWrapper:
        """Return lines of a file with their ends."""
        return TextIOWrapper(self.open(name), encoding="utf-8", newline="\n")


def pack(folder: Path, root: str, target: Path) -> None:
    """Put a folder's files into a zip under `root/`: sorted, with fixed times, so that equal files give equal bytes."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        for path in sorted(folder.iterdir()):
            entry = zipfile.ZipInfo(f"{root}/{path.name}", ARCHIVE_TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            with path.open("rb") as source, archive.open(entry, "w") as packed:
                while chunk := source.read(PIECE):
                    packed.write(chunk)


def hash_stream(file: IO[bytes]) -> str:
    """Return the SHA-256 of the rest of a file, read in pieces."""
    digest = hashlib.sha256()
    while chunk := file.read(PIECE):
        digest.update(chunk)
    return digest.hexdigest()


# One encoder for all lines: json.dumps makes a new one at each call with these options.
to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def to_json_line(data: Mapping[str, Any]) -> str:
    """Return one line of JSON, the same bytes for the same data."""
    return to_json(data) + "\n"


def hash_text(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Write manifest.json, the same bytes for the same content."""
    (folder / MANIFEST).write_text(manifest_to_text(manifest), "utf-8")


def manifest_to_text(data: Mapping[str, Any]) -> str:
    """Return the only text of manifest.json that this content has."""
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def read_format(file: Path | IO[bytes], name: str) -> str:
    """Return the kind of release that the manifest names. Raise UnreadableReleaseError if there is none."""
    with open_archive(file, name) as release:
        return str(release.manifest.get("format"))


@contextmanager
def open_archive(file: Path | IO[bytes], name: str, formats: Collection[str] = ()) -> Iterator[ReleaseArchive]:
    """Open a release, of these formats if some are named; anything malformed, now or while it is read, raises
    UnreadableReleaseError.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            entries = _find_entries(archive, name)
            manifest = json.loads(_read_manifest(archive, entries[MANIFEST]))
            if formats and manifest.get("format") not in formats:
                known = " and ".join(repr(each) for each in sorted(formats))
                raise UnreadableReleaseError(
                    f"{name} has format {manifest.get('format')!r}; this version supports {known}."
                )
            yield ReleaseArchive(archive, entries, manifest)
    except MALFORMED as error:
        raise UnreadableReleaseError(f"{name} cannot be read as a release: {error}") from error


def check_hashes(release: ReleaseArchive) -> Iterator[str]:
    """Yield files that are missing, unexpected or changed."""
    files = release.manifest["files"]
    for extra in sorted(release.entries.keys() - files.keys() - {MANIFEST}):
        yield f"{extra} is in the archive but not in the manifest."
    for name, described in files.items():
        if name not in release.entries:
            yield f"{name} is missing."
            continue
        with release.open(name) as file:
            is_same = hash_stream(file) == described["sha256"]
        if not is_same:
            yield f"{name} has a different SHA-256 from the manifest."


# Sentences beside numbers: a later version may word them otherwise, and the release must still verify.
_SENTENCES = {"of", "reasons"}


def compare_numbers(where: str, stated: Any, computed: Any) -> Iterator[str]:
    """Yield in words every difference between the manifest and the numbers recomputed from its files."""
    if isinstance(stated, dict) and isinstance(computed, dict):
        for key in sorted((stated.keys() | computed.keys()) - _SENTENCES):
            yield from compare_numbers(f"{where}.{key}", stated.get(key), computed.get(key))
    elif isinstance(stated, list) and isinstance(computed, list) and len(stated) == len(computed):
        for index, (one, other) in enumerate(zip(stated, computed, strict=True)):
            yield from compare_numbers(f"{where}[{index}]", one, other)
    elif isinstance(stated, float) and isinstance(computed, float):
        if abs(stated - computed) > TOLERANCE:
            yield f"{where}: the manifest has {stated}, the files give {computed}."
    elif stated != computed:
        yield f"{where}: the manifest has {stated}, the files give {computed}."


def find_first_difference(expected: Iterable[str], stored: Iterable[str]) -> int | None:
    """Return the number of the first line that differs, from 1; None if there is none."""
    for number, (one, other) in enumerate(zip_longest(expected, stored), start=1):
        if one != other:
            return number
    return None


def _find_entries(archive: zipfile.ZipFile, name: str) -> dict[str, zipfile.ZipInfo]:
    infos = archive.infolist()
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise UnreadableReleaseError(f"{name} is larger than a release can be.")
    entries = {info.filename.rsplit("/", 1)[-1]: info for info in infos if not info.is_dir()}
    if MANIFEST not in entries:
        raise UnreadableReleaseError(f"{name} has no {MANIFEST}.")
    return entries


def _read_manifest(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    if entry.file_size > LARGEST_MANIFEST:
        raise UnreadableReleaseError(f"{entry.filename} is too large.")
    return archive.read(entry)
