"""`make wordnet` with a package of the test's own, without the network."""

import io
import tarfile
from pathlib import Path

import pytest

from annotation_site.embedded import wordnet
from annotation_site.embedded.console import LaunchError
from annotation_site.embedded.wordnet import fetch_wordnet, unpack_package

ENTRIES = {
    "./usr/share/wordnet/index.noun": b"luxury n 1\n",
    "./usr/share/wordnet/../../../etc/passwd": b"no\n",
    "./usr/share/man/man5/wndb.5WN.gz": b"no\n",
    "./usr/share/doc/wordnet-base/copyright": b"WordNet 3.0 licence\n",
}


def make_package(entries: dict[str, bytes]) -> bytes:
    """Make a package as dpkg does, with a part of odd length before the files."""
    files = io.BytesIO()
    with tarfile.open(fileobj=files, mode="w:xz") as archive:
        for name, content in entries.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    package = b"!<arch>\n"
    for name, content in (("debian-binary", b"2.0\n"), ("control.tar.xz", b"odd"), ("data.tar.xz", files.getvalue())):
        header = f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode()
        package += header + content + b"\n" * (len(content) % 2)
    return package


def test_files_and_licence_are_unpacked_and_nothing_else(tmp_path: Path) -> None:
    unpack_package(make_package(ENTRIES), tmp_path / "wordnet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["wordnet"]
    found = {path.name: path.read_bytes() for path in (tmp_path / "wordnet").iterdir()}
    assert found == {"index.noun": b"luxury n 1\n", "copyright": b"WordNet 3.0 licence\n"}


def test_another_file_is_refused_and_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "_download", lambda address: make_package(ENTRIES))
    with pytest.raises(LaunchError, match="WordNet: the downloaded file is not the expected one"):
        fetch_wordnet(tmp_path / "wordnet")
    assert not list(tmp_path.iterdir())
    with pytest.raises(LaunchError, match="not a Debian package"):
        unpack_package(b"<html>", tmp_path / "wordnet")


def test_what_is_there_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "ADDRESS", "http://127.0.0.1:9/nobody-listens.deb")
    (tmp_path / "index.noun").touch()
    assert fetch_wordnet(tmp_path) == 0
    with pytest.raises(LaunchError, match="apt-get install wordnet-base"):
        fetch_wordnet(tmp_path / "elsewhere")
