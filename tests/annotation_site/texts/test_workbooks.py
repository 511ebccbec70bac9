"""Workbooks as files come: sound, empty, damaged."""

import io
import random
import zipfile

import pytest
from openpyxl import Workbook

from annotation_site.texts.faults import FormatError
from annotation_site.texts.workbooks import read_sheet
from tests.scripts.bad_input.malformed import spoil


def write_workbook(*sheets: tuple[str, list[list[object]]]) -> bytes:
    book, file = Workbook(), io.BytesIO()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(file)
    return file.getvalue()


ROWS: list[list[object]] = [["compound", "score"], ["olive oil", 4.5], [None, None], ["cash cow", 1]]
SOUND = write_workbook(("first", ROWS), ("b", [[7]]))


def read(data: bytes, sheet: str | None = None) -> list[tuple[int, tuple[object, ...]]]:
    return list(read_sheet(io.BytesIO(data), "table.xlsx", sheet))


def test_rows_of_the_first_sheet_or_of_the_named_one() -> None:
    assert read(SOUND) == [(number, tuple(row)) for number, row in enumerate(ROWS, start=1)]
    assert read(SOUND, "b") == [(1, (7,))]


def test_a_sheet_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(FormatError, match=r"no sheet “c”\. Sheets: first, b\."):
        read(SOUND, "c")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"compound,score\n", SOUND[:200]])
def test_what_is_no_workbook_is_named(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"^table\.xlsx: The file is not an xlsx workbook"):
        read(data)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
        (b"PK\x03\x04 word/document.xml", "a Word document"),
    ],
)
def test_a_document_for_a_workbook_is_called_one(data: bytes, kind: str) -> None:
    with pytest.raises(FormatError) as refused:
        read(data)
    assert str(refused.value) == (
        f"table.xlsx is {kind}; an xlsx workbook is needed. Save the table as one and upload that."
    )


@pytest.mark.filterwarnings("ignore:File contains an invalid specification:UserWarning")  # of openpyxl, about its own
def test_damage_of_any_kind_is_a_sentence_or_harmless() -> None:
    chance, damaged = random.Random(1), 0
    for _ in range(300):
        try:
            read(spoil(SOUND, chance))
        except FormatError:
            damaged += 1
    assert 50 < damaged < 300


def rewrite_sheet(old: bytes, new: bytes) -> bytes:
    """Return the sound workbook with something else in the XML of its first sheet."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(SOUND)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            data = source.read(entry)
            if entry.filename.endswith("sheet1.xml"):
                assert old in data
                data = data.replace(old, new)
            target.writestr(entry, data)
    return out.getvalue()


def test_a_row_far_beyond_the_last_is_refused_without_counting_up_to_it() -> None:
    with pytest.raises(FormatError, match=r"at most 1,048,576 rows"):
        read(rewrite_sheet(b'<row r="4"', b'<row r="1000000000000"'))


def test_a_sheet_that_calls_itself_wide_is_as_wide_as_its_rows() -> None:
    wide = rewrite_sheet(b'<dimension ref="A1:B4"', b'<dimension ref="A1:XFD1048576"')
    assert max(len(row) for _, row in read(wide)) == 2
