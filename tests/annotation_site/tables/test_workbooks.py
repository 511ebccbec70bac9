"""Workbooks as files come: sound, empty, damaged."""

import io
import random
import zipfile
from datetime import date, datetime

import pytest
from openpyxl import Workbook

from annotation_site.tables.workbooks import open_workbook
from annotation_site.texts.faults import FormatError
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


def read(data: bytes, sheet: str | None = None) -> list[tuple[int, list[str]]]:
    workbook = open_workbook(io.BytesIO(data), "table.xlsx")
    return list(workbook.read_rows(sheet or workbook.find_first_filled()))


def test_rows_of_the_first_sheet_or_of_the_named_one() -> None:
    assert read(SOUND) == [
        (1, ["compound", "score"]),
        (2, ["olive oil", "4.5"]),
        (3, ["", ""]),
        (4, ["cash cow", "1"]),
    ]
    assert read(SOUND, "b") == [(1, ["7"])]


def test_the_first_sheet_with_rows_is_read() -> None:
    assert read(write_workbook(("cover", []), ("data", [["x"]]))) == [(1, ["x"])]


def test_cells_come_as_people_see_them() -> None:
    row: list[object] = [5.0, 0.1, 1e20, True, date(2026, 11, 26), datetime(2026, 11, 26, 14, 5), " padded "]  # noqa: DTZ001
    written = ["5", "0.1", "1e+20", "true", "2026-11-26", "2026-11-26 14:05:00", "padded"]
    assert read(write_workbook(("a", [row]))) == [(1, written)]


def test_formulas_that_nothing_computed_are_counted() -> None:
    workbook = open_workbook(io.BytesIO(write_workbook(("a", [["=1+1", "x"], ["=A1", 2]]))), "table.xlsx")
    assert workbook.formulas_without_value == 2


def test_a_sheet_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(FormatError, match=r"no sheet “c”\. Sheets: first, b\."):
        read(SOUND, "c")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"compound,score\n", SOUND[:200]])
def test_what_is_no_workbook_is_named(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"^table\.xlsx: The file is not a workbook \(xlsx, xls or ods\)"):
        read(data)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
        (b"PK\x03\x04 word/document.xml", "a Word document"),
    ],
)
def test_a_document_for_a_workbook_is_called_one(data: bytes, kind: str) -> None:
    with pytest.raises(FormatError) as refused:
        read(data)
    assert kind in str(refused.value)


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


@pytest.mark.parametrize(
    "cell", [b'r="XFD1048576"', b"r='XFD1048576'", b'r = "ZZZZ99"', b'r="A1000000000000"', b'r="xfd1048576"']
)
def test_a_cell_far_from_the_others_is_refused_before_a_parser_allocates_all_between(cell: bytes) -> None:
    with pytest.raises(FormatError, match=r"spans [0-9,]+ rows and [0-9,]+ columns; 5,000,000 cells can be read"):
        read(rewrite_sheet(b'r="B4"', cell))


def test_a_sheet_that_calls_itself_wide_is_as_wide_as_its_rows() -> None:
    wide = rewrite_sheet(b'<dimension ref="A1:B4"', b'<dimension ref="A1:XFD1048576"')
    assert max(len(row) for _, row in read(wide)) == 2


def write_open_document(rows: str) -> bytes:
    file = io.BytesIO()
    names = "".join(
        f' xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{prefix}:1.0"'
        for prefix in ("office", "table", "text")
    )
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        table = f'<table:table table:name="T">{rows}</table:table>'
        archive.writestr(
            "content.xml",
            f"<office:document-content{names}><office:body><office:spreadsheet>{table}</office:spreadsheet>"
            "</office:body></office:document-content>",
        )
    return file.getvalue()


def write_open_row(*cells: str, repeated: int = 1) -> str:
    inner = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>' for cell in cells
    )
    return f'<table:table-row table:number-rows-repeated="{repeated}">{inner}</table:table-row>'


EMPTY_REST = '<table:table-cell table:number-columns-repeated="16382"/>'


def test_an_open_document_is_read_without_the_empty_rest_of_its_sheet() -> None:
    rest = f'<table:table-row table:number-rows-repeated="1048570">{EMPTY_REST}</table:table-row>'
    assert read(write_open_document(write_open_row("a", "b") + write_open_row("c", "d") + rest)) == [
        (1, ["a", "b"]),
        (2, ["c", "d"]),
    ]


def test_rows_of_an_open_document_that_repeat_a_cell_too_often_are_refused() -> None:
    far = f"<table:table-row>{EMPTY_REST}{write_open_row('x')[43:]}"
    for rows in (write_open_row("x", repeated=100_000_000), far + write_open_row("y", repeated=1_048_570)):
        with pytest.raises(FormatError, match="cells can be read"):
            read(write_open_document(rows))


def test_a_member_that_is_longer_than_it_says_is_damage() -> None:
    lying = bytearray(SOUND)
    at = lying.rfind(b"xl/worksheets/sheet1.xml") - 46  # its entry in the central directory
    lying[at + 24 : at + 28] = (10).to_bytes(4, "little")
    with pytest.raises(FormatError, match="or it is damaged"):
        read(bytes(lying))
