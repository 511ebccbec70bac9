"""The zip of a release of any kind, read as untrusted input, in pieces and with limits, and the JSON that is in it."""

import hashlib
import json
import zipfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO, TextIOWrapper
from itertools import zip_longest
from pathlib import Path
from typing import IO, Any

from annotation_site.texts.zip_members import list_members

MANIFEST, SUMS = "manifest.json", "SHA256SUMS"
PIECE = 1 << 20
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


def hash_stream(file: IO[bytes]) -> str:
    """Return the SHA-256 of the rest of a file, read in pieces."""
    digest = hashlib.sha256()
    while chunk := file.read(PIECE):
        digest.update(chunk)
    return digest.hexdigest()


def hash_text(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def manifest_to_text(data: Mapping[str, Any]) -> str:
    """Return the only text of manifest.json that this content has."""
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def read_format(file: Path | IO[bytes], name: str) -> str:
    """Return the kind of release that the manifest names. Raise UnreadableReleaseError if there is none."""
    with open_archive(file, name) as release:
        return str(release.manifest.get("format"))


@contextmanager
def open_archive(file: Path | IO[bytes], name: str) -> Iterator[ReleaseArchive]:
    """Open a release; anything malformed, now or while it is read, raises UnreadableReleaseError."""
    try:
        with zipfile.ZipFile(file) as archive:
            entries = _find_entries(archive, name)
            manifest = json.loads(_read_manifest(archive, entries[MANIFEST]))
            release = ReleaseArchive(archive, entries, manifest)
            try:
                yield release
            except MALFORMED as error:
                # What a reader makes of a damaged file says less than its name.
                raise ValueError(next(check_hashes(release), error)) from error
    except MALFORMED as error:
        raise UnreadableReleaseError(f"{name} cannot be read as a release: {error}") from error


def write_sums(files: Mapping[str, Any], manifest_sha256: str) -> str:
    """Return SHA256SUMS, as `sha256sum --check` reads it, from the files of a manifest and its own hash."""
    sums = {name: file["sha256"] for name, file in files.items()} | {MANIFEST: manifest_sha256}
    return "".join(f"{sha256}  {name}\n" for name, sha256 in sorted(sums.items()))


def check_hashes(release: ReleaseArchive) -> Iterator[str]:
    """Yield files that are missing, unexpected or changed."""
    files = release.manifest["files"]
    for extra in sorted(release.entries.keys() - files.keys() - {MANIFEST, SUMS}):
        yield f"{extra} is in the archive but not in the manifest."
    for name, described in files.items():
        if name not in release.entries:
            yield f"{name} is missing."
            continue
        with release.open(name) as file:
            is_same = hash_stream(file) == described["sha256"]
        if not is_same:
            yield f"{name} has a different SHA-256 from the manifest."
    # Releases of before there were sums have no metadata, either.
    if SUMS in release.entries or "metadata" in release.manifest:
        yield from _check_sums(release)


def _check_sums(release: ReleaseArchive) -> Iterator[str]:
    with release.open(MANIFEST) as manifest, release.lines(SUMS) as stored:
        expected = write_sums(release.manifest["files"], hash_stream(manifest))
        if stored.read(len(expected) + 1) != expected:
            yield f"{SUMS} does not list the hashes of {MANIFEST} and of the files in it."


# Sentences beside numbers: a later version may word them otherwise, and the release must still verify.
_SENTENCES = {"of", "reasons"}


def compare_numbers(where: str, stated: Any, computed: Any, left_out: Collection[str] = ()) -> Iterator[str]:
    """Yield in words every difference between the manifest and the numbers recomputed from its files, but for those
    that are `left_out`, such as `counts.readings`.
    """
    if where in left_out:
        return
    if isinstance(stated, dict) and isinstance(computed, dict):
        for key in sorted((stated.keys() | computed.keys()) - _SENTENCES):
            yield from compare_numbers(f"{where}.{key}", stated.get(key), computed.get(key), left_out)
    elif isinstance(stated, list) and isinstance(computed, list) and len(stated) == len(computed):
        for index, (one, other) in enumerate(zip(stated, computed, strict=True)):
            yield from compare_numbers(f"{where}[{index}]", one, other)
    elif isinstance(stated, float) and isinstance(computed, float):
        if abs(stated - computed) > TOLERANCE:
            yield f"{where}: the manifest has {stated}, the files give {computed}."
    elif stated != computed:
        yield f"{where}: the manifest has {stated}, the files give {computed}."


def find_other_line(release: ReleaseArchive, name: str, text: str) -> int | None:
    """Return the number of the first line in which a file differs from a text, from 1; None if there is none."""
    with release.lines(name) as stored:
        # Not `splitlines`, which parts lines at U+2028 and the like.
        for number, (one, other) in enumerate(zip_longest(StringIO(text, newline="\n"), stored), start=1):
            if one != other:
                return number
    return None


def _find_entries(archive: zipfile.ZipFile, name: str) -> dict[str, zipfile.ZipInfo]:
    members = list_members(archive)
    if len(members) > MOST_FILES or sum(info.file_size for _, info in members) > MOST_UNPACKED:
        raise UnreadableReleaseError(f"{name} is larger than a release can be.")
    entries = {path.rpartition("/")[2]: info for path, info in members}
    if MANIFEST not in entries:
        raise UnreadableReleaseError(f"{name} has no {MANIFEST}.")
    return entries


def _read_manifest(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    if entry.file_size > LARGEST_MANIFEST:
        raise UnreadableReleaseError(f"{entry.filename} is too large.")
    return archive.read(entry)
