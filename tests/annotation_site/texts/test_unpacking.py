"""Archives that are packed to harm are refused in a sentence, by every reader of archives."""

import io
from collections.abc import Callable
from typing import Any

import pytest

from alignment.formats.files import read_archive
from annotation_site.tables.workbooks import open_workbook
from annotation_site.texts.faults import FormatError
from annotation_site.texts.unpacking import unpack_documents
from idiomaticity.predictors.probing.vectors import read_vectors
from tests.scripts.bad_input.hostile import list_hostile_archives, list_hostile_workbooks
from tests.scripts.bad_input.seeds import write_sheet

NAME = "samp1.SentPair0"
DAMAGED = ("a damaged LZMA member", "a damaged bzip2 member", "a damaged deflated member", "an encrypted member")
TWICE_OR_LINKED = ("two members of one name", "a symbolic link")
ENORMOUS = ("a bomb", "members over one another", "100,001 members")
READERS: dict[str, Callable[[bytes], Any]] = {
    "documents": lambda data: unpack_documents(data, "a.zip"),
    "a folder of links": lambda data: list(read_archive(io.BytesIO(data), "a.zip", 1)),
    "a workbook": lambda data: open_workbook(io.BytesIO(data), "a.xlsx"),
    "arrays": lambda data: read_vectors(io.BytesIO(data), "a.npz"),
}


@pytest.fixture(scope="module")
def archives() -> dict[str, bytes]:
    made = list_hostile_archives({NAME: b"1 1 1\n"})
    return {what: made[what]() for what in (*DAMAGED, *TWICE_OR_LINKED, *ENORMOUS)}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("what", DAMAGED)
def test_an_archive_damaged_in_any_method_of_packing_is_refused(
    archives: dict[str, bytes], reader: str, what: str
) -> None:
    with pytest.raises(FormatError):
        READERS[reader](archives[what])


@pytest.mark.parametrize("reader", ["documents", "a folder of links"])
def test_two_members_of_one_name_are_refused_because_programs_disagree_which_counts(
    archives: dict[str, bytes], reader: str
) -> None:
    with pytest.raises(FormatError, match="two files with the same name"):
        READERS[reader](archives["two members of one name"])


@pytest.mark.parametrize("reader", ["documents", "a folder of links"])
def test_a_link_to_another_file_is_refused_and_its_path_not_read_as_text(
    archives: dict[str, bytes], reader: str
) -> None:
    with pytest.raises(FormatError, match=f"{NAME} is a link to another file"):
        READERS[reader](archives["a symbolic link"])


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("what", ENORMOUS)
def test_what_unpacks_to_gigabytes_is_refused(archives: dict[str, bytes], reader: str, what: str) -> None:
    assert len(archives[what]) < 16 << 20
    with pytest.raises(FormatError):
        READERS[reader](archives[what])


def test_every_hostile_workbook_is_refused_or_read_and_reaches_nothing_outside() -> None:
    read = []
    for what, make in list_hostile_workbooks(write_sheet("source\ttarget\na\tb\n", "\t")).items():
        try:
            workbook = open_workbook(io.BytesIO(make()), "a.xlsx")
            read.append((what, [cells for sheet in workbook.sheets for _, cells in workbook.read_rows(sheet)]))
        except FormatError:
            continue
    assert read, "none was read"
    assert "root:" not in str(read)
    assert "lol" not in str(read)
