"""Files of a folder: in order, hashed, and packed into one zip."""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from pathlib import Path
from typing import IO

# Times in the archive are fixed, so that equal files give equal bytes.
ARCHIVE_TIME = (1980, 1, 1, 0, 0, 0)


def list_files(folder: Path) -> list[Path]:
    """Return the files of a folder and of those in it, in order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pack_files(folder: Path, archive: IO[bytes]) -> None:
    """Write a zip of the folder's files; the same files give the same bytes."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in list_files(folder):
            entry = zipfile.ZipInfo(str(path.relative_to(folder)), ARCHIVE_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if path.suffix == ".sh" else 0o100644) << 16
            with path.open("rb") as file, packed.open(entry, "w", force_zip64=True) as part:
                shutil.copyfileobj(file, part)
