"""Files in a ZIP archive have the same names whoever packed them."""

import io
import zipfile

import pytest

from alignment.formats.files import read_archive
from annotation_site.texts.zip_members import list_members


def pack(*names: str) -> io.BytesIO:
    """Return an archive with these very names, as programs of other systems write them."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for place, _ in enumerate(names):
            archive.writestr(f"{place:04}", b"1 1\n")
    packed = file.getvalue()
    for place, name in enumerate(names):
        # As long as the stand-in, so that no offset changes.
        packed = packed.replace(f"{place:04}".encode(), name.encode())
    return io.BytesIO(packed)


def names_in(file: io.BytesIO) -> list[str]:
    with zipfile.ZipFile(file) as archive:
        return [name for name, _ in list_members(archive)]


def test_backslashes_part_names_as_slashes_do() -> None:
    assert names_in(pack("A\\b1")) == ["A/b1"]


@pytest.mark.parametrize("name", ["A\\é", "A/é"])
def test_a_name_in_utf_8_without_the_mark_is_read_as_such(name: str) -> None:
    assert names_in(pack(name)) == ["A/é"]


def test_a_name_in_cp_437_is_read_as_such() -> None:
    file = pack("abcd")
    assert names_in(io.BytesIO(file.getvalue().replace(b"abcd", "Jörg".encode("cp437")))) == ["Jörg"]


def test_what_systems_add_is_left_out() -> None:
    file = io.BytesIO()
    added = ["__MACOSX/all/A1/._samp1.SentPair0", "all/.DS_Store", "all/A1/Thumbs.db", "all/A1/desktop.ini", "all/"]
    with zipfile.ZipFile(file, "w") as archive:
        for name in [*added, "all/A1/samp1.SentPair0"]:
            archive.writestr(name, b"1 1\n")
    assert names_in(file) == ["all/A1/samp1.SentPair0"]


def test_a_folder_of_links_packed_on_windows_is_read() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("all\\Zoë\\samp1.SentPair0", "all\\Zoë\\samp1.SentPair1", "all\\Thumbs.db"):
            entry = zipfile.ZipInfo("x")
            entry.filename = entry.orig_filename = name
            archive.writestr(entry, b"1 1\n")
    rows = list(read_archive(file, "links.zip", 1))
    assert [(row.annotator, row.number, dict(row.reading.links)) for row in rows] == [
        ("Zoë", 1, {(0, 0): "S"}), ("Zoë", 2, {(0, 0): "S"})
    ]  # fmt: skip
