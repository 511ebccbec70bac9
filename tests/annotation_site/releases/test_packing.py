"""The zip of a release, which is packed while its files are written, beside one that `zipfile` writes."""

import hashlib
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest

from annotation_site.releases.archives import MANIFEST, PIECE, SUMS, hash_text, manifest_to_text, write_sums
from annotation_site.releases.packing import ARCHIVE_TIME, LEVEL, PackedFile, ReleaseFiles

WORDS = [*"abcdefgh", "größer", "家", "😀", "\n"]


def make_files(chance: random.Random) -> dict[str, list[str]]:
    """Return pieces of files, from none to more than are compressed at a time, in no order."""
    sizes = {
        "b.txt": [3, 500, 0, 40],
        "empty.txt": [],
        "große.txt": [70_000] * 12,
        "a.jsonl": [PIECE // 2, 9, PIECE // 3],
        "links.parquet": [70_000] * 5,
    }
    return {name: [" ".join(chance.choices(WORDS, k=size)) for size in pieces] for name, pieces in sizes.items()}


def pack(folder: Path, files: dict[str, list[str]], target: Path) -> dict[str, Any]:
    folder.mkdir()
    with ReleaseFiles(folder) as written:
        for place in range(max(map(len, files.values()))):
            for name, pieces in files.items():
                for piece in pieces[place : place + 1]:
                    written[name].write(piece)
        for name in files:
            written[name].write("")
        return written.pack({"release": 1}, "root", target)


def test_its_bytes_are_those_of_zipfile(tmp_path: Path) -> None:
    files = make_files(random.Random(1))
    manifest = pack(tmp_path / "files", files, tmp_path / "packed.zip")
    contents = {name: "".join(pieces).encode() for name, pieces in files.items()}
    assert manifest["files"] == {
        name: {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)} for name, data in contents.items()
    }
    text = manifest_to_text(manifest)
    sums = write_sums(manifest["files"], hash_text(text))
    contents |= {MANIFEST: text.encode(), SUMS: sums.encode()}
    with zipfile.ZipFile(tmp_path / "plain.zip", "w") as archive:
        for name, data in sorted(contents.items()):
            entry = zipfile.ZipInfo(f"root/{name}", ARCHIVE_TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".parquet") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, compresslevel=LEVEL)
    assert (tmp_path / "packed.zip").read_bytes() == (tmp_path / "plain.zip").read_bytes()


def test_a_file_may_be_larger_than_a_plain_zip_can_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """2 GB are too much for a test."""
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", PIECE)
    files = make_files(random.Random(2))
    pack(tmp_path / "files", files, tmp_path / "packed.zip")
    with zipfile.ZipFile(tmp_path / "packed.zip") as archive:
        assert archive.testzip() is None
        assert {name: archive.read(f"root/{name}").decode() for name in files} == {
            name: "".join(pieces) for name, pieces in files.items()
        }


def test_a_failure_of_the_thread_is_one_of_the_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(file: PackedFile, piece: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(PackedFile, "_compress", fail)
    with pytest.raises(OSError, match="No space left"):
        pack(tmp_path / "files", {"a.txt": ["word "]}, tmp_path / "packed.zip")
