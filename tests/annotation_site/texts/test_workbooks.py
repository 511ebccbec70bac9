"""Workbooks as files come: sound, empty, damaged."""

import io
import random

import pytest
from openpyxl import Workbook

from annotation_site.texts.faults import FormatError
from annotation_site.texts.workbooks import read_sheet
from tests.faults.malformed import spoil


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


def test_damage_of_any_kind_is_a_sentence_or_harmless() -> None:
    chance, damaged = random.Random(1), 0
    for _ in range(300):
        try:
            read(spoil(SOUND, chance))
        except FormatError:
            damaged += 1
    assert 50 < damaged < 300
