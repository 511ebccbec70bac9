"""The files in a ZIP archive by their names, whoever wrote it: Windows, macOS or a program."""

from __future__ import annotations

import stat
import zipfile
import zlib
from lzma import LZMAError
from pathlib import PurePosixPath

# What operating systems add to a folder.
_SYSTEM_FILES = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_SYSTEM_FOLDERS = frozenset({"__MACOSX", ".Trashes", ".Spotlight-V100"})
_IS_UTF_8 = 0x800
# What reading a damaged or encrypted archive raises, by the method of packing: bzip2 an OSError, LZMA its own.
DAMAGES = (zipfile.BadZipFile, zlib.error, LZMAError, OSError, EOFError, RuntimeError, NotImplementedError)


def list_members(archive: zipfile.ZipFile) -> list[tuple[str, zipfile.ZipInfo]]:
    """Return every file with its name, parts separated by slashes, in the order of the archive; without folders and
    without what operating systems add.
    """
    named = [(name_member(entry), entry) for entry in archive.infolist() if not entry.is_dir()]
    return [(name, entry) for name, entry in named if not _is_of_system(name) and not name.endswith("/")]


def name_member(entry: zipfile.ZipInfo) -> str:
    """Return the name of a file with slashes. Python takes a name that is not marked as UTF-8 for CP 437, but many
    programs write UTF-8 without the mark.
    """
    name = entry.orig_filename
    if not entry.flag_bits & _IS_UTF_8 and not name.isascii():
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = entry.orig_filename
    return name.partition("\0")[0].replace("\\", "/")


def is_link(entry: zipfile.ZipInfo) -> bool:
    """Return whether the entry is a symbolic link, whose text is a path and not what its name promises."""
    return stat.S_ISLNK(entry.external_attr >> 16)


def _is_of_system(name: str) -> bool:
    path = PurePosixPath(name)
    is_fork = path.name.startswith("._")
    return is_fork or path.name.lower() in _SYSTEM_FILES or not _SYSTEM_FOLDERS.isdisjoint(path.parts)
