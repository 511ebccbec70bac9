"""Folders and archives with a file for each pair: read within limits, written completely or not at all."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO

from alignment.formats.detection import detect_file_encoding, open_text
from alignment.formats.links.aligned import AlignedRow, AlignedSentence, Base
from alignment.formats.links.blinker import find_members, place_member, read_member, write_member
from annotation_site.texts.faults import FormatError, Rejected, reject
from annotation_site.texts.files import draft_beside, open_file, replacing_files
from annotation_site.texts.zip_members import DAMAGES, is_link, list_members

MOST_MEMBERS = 100_000
# A file of links for one pair is a few kB; all of them together may take as much as an upload.
LONGEST_MEMBER = 1 << 20
MOST_UNPACKED = 200 << 20
_ZIP = b"PK"
# Times in an archive are fixed, so that equal links give equal bytes.
_ARCHIVE_TIME = (1980, 1, 1, 0, 0, 0)


def read_folder(
    path: str, base: Base, *, reverse: bool = False, encoding: str | None = None
) -> Generator[AlignedSentence]:
    """Yield every reading in a blinker folder or zip, by annotator and pair. Raise FormatError, naming the file, at the
    first unusable one.
    """
    with _open_folder(path) as (names, read):
        members = find_members(names)
        if not members:
            raise FormatError(path, None, "It has no file with a name such as samp1.SentPair0.")
        for member in members:
            data, name = BytesIO(read(member.path)), f"{path}/{member.path}"
            with closing(open_text(data, encoding or detect_file_encoding(data, name), name)) as lines:
                row = read_member(lines, member, base, reverse=reverse)
            if isinstance(row, Rejected):
                raise FormatError(name, row.line, row.reason)
            yield row


def read_archive(file: IO[bytes], name: str, base: Base, *, reverse: bool = False) -> Generator[AlignedRow]:
    """Yield every reading in an open blinker zip; an unusable one is a rejected row with its file name."""
    archive = _open_archive(file, name)
    packed = _list_archive(archive, name)
    members = find_members(packed)
    if not members:
        raise FormatError(name, None, "It has no file with a name such as samp1.SentPair0.")
    for member in members:
        data = BytesIO(_read_packed(archive, packed[member.path], f"{name}/{member.path}"))
        with closing(open_text(data, detect_file_encoding(data, name), f"{name}/{member.path}")) as lines:
            row = read_member(lines, member, base, reverse=reverse)
        if isinstance(row, Rejected):
            row = reject(row.line, f"{member.path}: {row.reason}", row.text)
        yield row


def is_folder_archive(file: IO[bytes], name: str) -> bool:
    """Return whether the file is a zip of one file per pair; leaves it at its start."""
    file.seek(0)
    is_zip = file.read(len(_ZIP)) == _ZIP and zipfile.is_zipfile(file)
    file.seek(0)
    return is_zip and bool(find_members(_list_archive(_open_archive(file, name), name)))


@contextmanager
def _open_folder(path: str) -> Iterator[tuple[list[str], Callable[[str], bytes]]]:
    """Give the names relative to the folder, and a function that reads one of them; nothing is unpacked to disk."""
    if Path(path).is_dir():
        yield _list_folder(Path(path)), lambda name: _read_plain(f"{path}/{name}")
        return
    with open_file(path) as file:
        archive = _open_archive(file, path)
        members = _list_archive(archive, path)
        yield list(members), lambda name: _read_packed(archive, members[name], f"{path}/{name}")


def _open_archive(file: IO[bytes], path: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise FormatError(path, None, "The file is not a folder or a ZIP archive.") from None


def _list_folder(folder: Path) -> list[str]:
    names = [
        Path(parent, name).relative_to(folder).as_posix()
        for parent, _, files in os.walk(folder)
        for name in files
        if not Path(parent, name).is_symlink()
    ]
    if len(names) > MOST_MEMBERS:
        raise FormatError(str(folder), None, f"The folder has more than {MOST_MEMBERS:,} files.")
    return names


def _list_archive(archive: zipfile.ZipFile, path: str) -> dict[str, zipfile.ZipInfo]:
    """Return the files by name, within limits."""
    members = list_members(archive)
    if len(members) > MOST_MEMBERS:
        raise FormatError(path, None, f"The archive has more than {MOST_MEMBERS:,} files.")
    if sum(entry.file_size for _, entry in members) > MOST_UNPACKED:
        raise FormatError(path, None, f"The archive unpacks to more than {MOST_UNPACKED >> 20} MB.")
    by_name = dict(members)
    if len(by_name) < len(members):
        raise FormatError(path, None, "The archive has two files with the same name.")
    if link := next((name for name, entry in members if is_link(entry)), ""):
        raise FormatError(path, None, f"{link[:200]} is a link to another file. Pack the file itself.")
    return by_name


def _read_plain(path: str) -> bytes:
    with open_file(path) as file:
        return _read_limited(file, path)


def _read_packed(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: str) -> bytes:
    # What an archive says of its sizes may be false, so reading stops by itself.
    try:
        with archive.open(entry) as file:
            return _read_limited(file, path)
    except DAMAGES:
        raise FormatError(path, None, "This part of the archive is damaged or encrypted.") from None


def _read_limited(file: IO[bytes], name: str) -> bytes:
    data = file.read(LONGEST_MEMBER + 1)
    if len(data) > LONGEST_MEMBER:
        raise FormatError(name, None, "A file of links for one pair cannot be longer than 1 MB.")
    return data


def write_folder(path: str, sentences: Iterable[AlignedSentence], base: Base) -> None:
    """Write a blinker folder, or a zip if the name ends like one. Raise FormatError if the folder exists already."""
    if path.lower().endswith(".zip"):
        with replacing_files([path]) as (file,), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in _members(sentences, base):
                archive.writestr(zipfile.ZipInfo(name, _ARCHIVE_TIME), data, zipfile.ZIP_DEFLATED)
        return
    if Path(path).exists():
        raise FormatError(path, None, "The folder already exists. Choose a new one.")
    with draft_beside(path) as draft:
        draft.mkdir()
        for name, data in _members(sentences, base):
            (draft / name).parent.mkdir(exist_ok=True)
            (draft / name).write_bytes(data)
        draft.replace(path)


def _members(sentences: Iterable[AlignedSentence], base: Base) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents. Raise ValueError if one reading would overwrite another."""
    written = set()
    for sentence in sentences:
        name = place_member(sentence)
        if name in written:
            raise ValueError(f"Sentence {sentence.number} occurs twice.")
        written.add(name)
        yield name, "".join(write_member(sentence, base)).encode()
