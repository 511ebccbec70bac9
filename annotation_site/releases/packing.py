"""Files of a release on their way into its zip: hashed and compressed while they are written."""

import hashlib
import shutil
import zipfile
import zlib
from collections.abc import Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

from annotation_site.releases.archives import MANIFEST, PIECE, SUMS, manifest_to_text, write_sums

# A fixed time and mode in the archive: the same release always has the same SHA-256.
ARCHIVE_TIME = (1980, 1, 1, 0, 0, 0)
# Half the time of level 6, zlib's own choice, for 5 % more bytes.
LEVEL = 5
# Bytes of each file that wait for the thread, which in turn waits 5 ms for the interpreter: better seldom.
WAITING = 1 << 18
# Compressed by themselves, column by column.
STORED = (".parquet",)


class PackedFile:
    """A file, of which only the compressed form is kept; size, CRC and SHA-256 are counted on the way."""

    def __init__(self, path: Path, thread: Executor) -> None:
        self._path = path
        self._file = path.open("w+b")
        self._thread = thread
        self._digest = hashlib.sha256()
        is_stored = path.name.endswith(STORED)
        self._compressor = None if is_stored else zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._waiting = bytearray()
        self._handed_over: Future[None] | None = None
        self._is_complete = False
        self.size = self._crc = 0

    def write(self, text: str | bytes) -> None:
        """Append bytes, or text in UTF-8."""
        data = text.encode() if isinstance(text, str) else text
        self.size += len(data)
        self._waiting += data
        if len(self._waiting) >= WAITING:
            self._hand_over()

    @property
    def sha256(self) -> str:
        """The hash of what was written until now."""
        self._hand_over()
        self._wait()
        return self._digest.hexdigest()

    def append_to(self, archive: zipfile.ZipFile, name: str) -> None:
        """Put the file, to which no more is written, behind what an archive has; `zipfile` itself takes nothing that is
        compressed already.
        """
        self._complete()
        entry = zipfile.ZipInfo(name, ARCHIVE_TIME)
        entry.external_attr = 0o644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED if self._compressor else zipfile.ZIP_STORED
        entry.file_size, entry.compress_size, entry.CRC = self.size, self._file.tell(), self._crc
        assert archive.fp is not None
        entry.header_offset = archive.fp.tell()
        archive.fp.write(entry.FileHeader())
        self._file.seek(0)
        shutil.copyfileobj(self._file, archive.fp, PIECE)
        archive.start_dir = archive.fp.tell()
        archive.filelist.append(entry)
        archive.NameToInfo[name] = entry

    def close(self) -> None:
        self._file.close()

    def _complete(self) -> None:
        if self._is_complete:
            return
        self._hand_over()
        self._wait()
        if self._compressor:
            self._file.write(self._compressor.flush())
        self._file.flush()
        self._is_complete = True

    def _hand_over(self) -> None:
        self._wait()
        if self._waiting:
            piece, self._waiting = self._waiting, bytearray()
            self._handed_over = self._thread.submit(self._compress, piece)

    def _wait(self) -> None:
        """Let no more than one piece of a file wait, and raise what went wrong with it."""
        if self._handed_over is not None:
            self._handed_over.result()

    def _compress(self, piece: bytearray) -> None:
        self._digest.update(piece)
        self._crc = zlib.crc32(piece, self._crc)
        self._file.write(self._compressor.compress(piece) if self._compressor else piece)


class ReleaseFiles(dict[str, PackedFile]):
    """The files of a release by name, each made when it is first asked for; a thread hashes and compresses them, which
    takes the time of another core.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._thread = ThreadPoolExecutor(1, "compression")

    def __missing__(self, name: str) -> PackedFile:
        self[name] = file = PackedFile(self._folder / name, self._thread)
        return file

    def __enter__(self) -> "ReleaseFiles":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._thread.shutdown(cancel_futures=True)
        for file in self.values():
            file.close()

    def list_contents(self) -> dict[str, Any]:
        """Return SHA-256 and size of every file."""
        return {name: {"sha256": file.sha256, "size": file.size} for name, file in sorted(self.items())}

    def pack(self, manifest: Mapping[str, Any], root: str, target: Path) -> dict[str, Any]:
        """Put the files, their manifest and the sums of all into a zip under `root/`, sorted, so that equal files give
        equal bytes. Return the manifest, which then lists the files.
        """
        complete = {**manifest, "files": self.list_contents()}
        self[MANIFEST].write(manifest_to_text(complete))
        self[SUMS].write(write_sums(complete["files"], self[MANIFEST].sha256))
        with zipfile.ZipFile(target, "w") as archive:
            for name, file in sorted(self.items()):
                file.append_to(archive, f"{root}/{name}")
        return complete
