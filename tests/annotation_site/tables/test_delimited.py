"""Quotation marks in tables: text where cells are written as they are, marks around a cell where a program quotes."""

import csv
from pathlib import Path

import pytest

from alignment.formats import FormatError
from annotation_site.tables.delimited import (
    LONGEST_CELL,
    TOGETHER,
    NotDelimitedError,
    read_delimited,
    trim_cell,
)
from evaluation.files.tables import read_cells, read_header


def read(folder: Path, name: str, text: str) -> list[list[str]]:
    path = folder / name
    path.write_text(text)
    return [cells for _, cells in read_cells(str(path), read_header(str(path)))]


@pytest.mark.parametrize(
    "sentence",
    ['"I don\'t know," he said.', '"No closing mark', 'He said "no"', '"Yes."', 'The " alone', '"one" and "two"'],
)
def test_sentences_of_a_tsv_keep_their_quotation_marks(tmp_path: Path, sentence: str) -> None:
    """They would lose them, or swallow the rows that follow, and every span behind would be wrong."""
    rows = [[sentence, "a"], ["plain", "b"], ['"Well," she said, "go"', "c"], ["last", '"d']]
    text = "source\tone\n" + "".join("\t".join(row) + "\n" for row in rows)
    assert read(tmp_path, "t.tsv", text) == rows


def test_a_tsv_that_a_program_quoted_is_read_as_quoted(tmp_path: Path) -> None:
    text = '"source"\t"one"\n"He said ""no""."\t"a, b"\nplain\t"two\nlines"\n\t\n'
    assert read(tmp_path, "t.tsv", text) == [['He said "no".', "a, b"], ["plain", "two\nlines"]]


def test_marks_that_a_csv_would_lose_are_a_fault(tmp_path: Path) -> None:
    assert read(tmp_path, "t.csv", 'source,one\n"He said ""no"".", "a, b"\n') == [['He said "no".', "a, b"]]
    with pytest.raises(
        FormatError,
        match=r"t\.csv, line 3: The table cannot be read: text follows the closing quotation mark of a cell",
    ):
        read(tmp_path, "t.csv", 'source,one\nplain,a\n"No," he said.,b\n')
    with pytest.raises(FormatError, match="a cell begins with a quotation mark that is never closed"):
        read(tmp_path, "t.csv", 'source,one\n"No closing mark,a\nplain,b\n')


def test_a_row_of_too_few_cells_is_named_in_a_quoted_tsv_too(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"t\.tsv, line 3: The row has 1 cells, but the header has 2"):
        read(tmp_path, "t.tsv", '"source"\t"one"\n"x"\t"y"\n"z"\n')


@pytest.mark.parametrize(
    "odd", ["", '"a, b",c,', '"two\nlines",c,d', " e , 'f,'=g", 'h"i,j,k', "l,\rm,n", "o,p", "q,r,s,t"]
)
@pytest.mark.parametrize("place", [0, TOGETHER - 1, TOGETHER, TOGETHER + 500])
def test_rows_are_those_of_the_csv_parser_wherever_one_is_not_plain(odd: str, place: int) -> None:
    plain = [f"{number},,cell {number}" for number in range(2 * TOGETHER + 1)]
    lines = "\n".join([*plain[:place], odd, *plain[place:]]).split("\n")
    expected: list[tuple[int, list[str]]] = []
    reader = csv.reader([f"{line}\n" for line in lines], skipinitialspace=True, strict=True)
    fault = None
    try:
        expected.extend((reader.line_num, list(map(trim_cell, row))) for row in reader)
    except csv.Error:
        fault = reader.line_num
    found: list[tuple[int, list[str]]] = []
    try:
        found.extend(read_delimited(lambda: (line for line in lines), ","))
    except NotDelimitedError as error:
        assert error.line == fault
    else:
        assert fault is None
    assert found == expected


def test_a_cell_that_is_too_long_is_a_fault_with_and_without_marks() -> None:
    for cell in ("x" * (LONGEST_CELL + 1), f'"{"x" * (LONGEST_CELL + 1)}"'):
        lines = ["a,b", f"{cell},c"]
        with pytest.raises(NotDelimitedError, match="a cell is longer than 131,072 characters") as raised:
            list(read_delimited(lambda lines=lines: (line for line in lines), ","))  # type: ignore[misc]
        assert raised.value.line == 2
