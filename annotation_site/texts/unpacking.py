"""Files of a ZIP archive, read whole within limits; a file that is none stands for itself."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import IO

from annotation_site.texts.faults import FormatError
from annotation_site.texts.lines import detect_encoding
from annotation_site.texts.zip_members import DAMAGES, is_link

Documents = Mapping[str, bytes]
MOST_DOCUMENTS = 5_000
MOST_UNPACKED = 200 << 20
ZIP_SIGN = b"PK\x03\x04"


def open_documents(file: IO[bytes], name: str) -> Documents:
    """Return the documents of an open file by name: those of a ZIP archive, or the file itself. Raise FormatError."""
    file.seek(0)
    data = file.read(MOST_UNPACKED + 1)
    if len(data) > MOST_UNPACKED:
        raise FormatError(name, None, f"The file is larger than {MOST_UNPACKED >> 20} MB. Split it.")
    return unpack_documents(data, name)


def unpack_documents(data: bytes, name: str) -> Documents:
    """Return the documents as open_documents does, from the bytes of a file."""
    if not data.startswith(ZIP_SIGN):
        return {name: data}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpack(archive, name)
    except (*DAMAGES, ValueError):
        raise FormatError(name, None, "The ZIP archive is damaged or encrypted.") from None


def _unpack(archive: zipfile.ZipFile, name: str) -> Documents:
    entries = [entry for entry in archive.infolist() if not entry.is_dir() and not _is_hidden(entry.filename)]
    if len(entries) > MOST_DOCUMENTS:
        raise FormatError(name, None, f"The archive has more than {MOST_DOCUMENTS:,} files.")
    documents: dict[str, bytes] = {}
    left = MOST_UNPACKED
    for entry in entries:
        if entry.filename in documents:
            raise FormatError(name, None, "The archive has two files with the same name.")
        if is_link(entry):
            raise FormatError(name, None, f"{entry.filename[:200]} is a link to another file. Pack the file itself.")
        # What an archive says of its sizes may be false, so reading stops by itself.
        with archive.open(entry) as member:
            documents[entry.filename] = member.read(left + 1)
        left -= len(documents[entry.filename])
        if left < 0:
            raise FormatError(name, None, f"The archive unpacks to more than {MOST_UNPACKED >> 20} MB.")
    return documents


def _is_hidden(path: str) -> bool:
    """Return whether a system wrote the entry beside the documents, such as `__MACOSX/._text.json`."""
    return any(part.startswith((".", "__MACOSX")) for part in path.split("/"))


def read_text(data: bytes) -> str:
    """Return the text in its likeliest encoding, without byte-order marks."""
    return data.decode(detect_encoding(data), "replace").replace("\ufeff", "")
