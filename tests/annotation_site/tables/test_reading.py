"""Tables as programs and people write them come out as the rows that were meant."""

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from annotation_site.tables.reading import Row, TableOptions, open_table
from annotation_site.texts.faults import FormatError, Rejected
from tests.annotation_site.tables.dialects import DIALECTS, Dialect

HEADERS = {
    "en": ["ID", "Source sentence", "Translation", "Remark"],
    "de": ["Nr.", "Quelltext", "Übersetzung", "Bemerkung"],
    "es": ["Número", "Texto fuente", "Traducción", "Comentario"],
    "fr": ["N°", "Texte source", "Traduction", "Remarque"],
    "it": ["Numero", "Testo di partenza", "Traduzione", "Nota"],
    "pt": ["Número", "Texto de partida", "Tradução", "Observação"],
}
WORD = st.text(alphabet=st.sampled_from("abc äöüßéñçãœ;,|'“”.!?-0123"), min_size=1, max_size=12)


def read(data: bytes, name: str = "t.csv", **options: str) -> list[list[object]]:
    table = open_table(io.BytesIO(data), name, TableOptions(**options))  # type: ignore[arg-type]
    return [list(table.columns), *(list(row.cells) for row in table.rows() if isinstance(row, Row))]


@pytest.mark.parametrize("language", sorted(HEADERS))
@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
@given(texts=st.lists(st.tuples(WORD, WORD, WORD), min_size=2, max_size=6))
def test_every_program_in_every_language_gives_the_same_rows(
    dialect: Dialect, language: str, texts: list[tuple[str, str, str]]
) -> None:
    header = HEADERS[language]
    rows = [
        [str(number), *(" ".join(f"w{cell}w".split()) for cell in cells)] for number, cells in enumerate(texts, start=1)
    ]
    assert read(dialect.write([header, *rows]), dialect.file_name) == [header, *rows]


def test_a_declared_separator_is_no_row() -> None:
    assert read(b"sep=;\r\na;b\r\n1;2\r\n") == [["a", "b"], ["1", "2"]]


def test_lines_are_numbered_as_an_editor_shows_them() -> None:
    table = open_table(io.BytesIO(b'sep=;\nid;text\n1;"two\nlines"\n\n2;x\n'), "t.csv")
    assert [row.line for row in table.rows()] == [4, 6]


def test_commas_in_a_table_of_semicolons_are_text() -> None:
    data = "source;target\nYes, he said, twice.;Ja, sagte er.\nNo, never, not once.;Nein, nie.\n"
    assert read(data.encode())[1] == ["Yes, he said, twice.", "Ja, sagte er."]


def test_tabs_part_cells_whose_texts_have_as_many_commas() -> None:
    data = "1-0\tFirst, he came.\tErst kam er.\n0-0\tThen, she went.\tDann ging sie.\n"
    assert read(data.encode(), "t.txt")[1] == ["1-0", "First, he came.", "Erst kam er."]


def test_a_list_with_commas_is_one_column() -> None:
    assert read(b"expression\nred tape\nhook, line and sinker\n", "list.txt") == [
        ["expression"],
        ["red tape"],
        ["hook, line and sinker"],
    ]


def test_row_names_of_r_are_a_column_of_their_own() -> None:
    data = b'"score"\t"judge"\n"1"\t4\t"a"\n"2"\t5\t"b"\n'
    assert read(data, "t.txt") == [["Column A", "score", "judge"], ["1", "4", "a"], ["2", "5", "b"]]


def test_a_title_above_the_table_is_no_header() -> None:
    assert read(b"My study;;\n;;\ncompound;rater;score\nred tape;A;3\n") == [
        ["compound", "rater", "score"],
        ["red tape", "A", "3"],
    ]


def test_a_table_without_header_keeps_its_first_row() -> None:
    data = "1;Er kommt heute nach Hause.;He comes home today.\n2;Sie geht morgen weg.;She leaves tomorrow.\n"
    assert read(data.encode()) == [
        ["Column A", "Column B", "Column C"],
        ["1", "Er kommt heute nach Hause.", "He comes home today."],
        ["2", "Sie geht morgen weg.", "She leaves tomorrow."],
    ]
    assert read(data.encode(), header="yes")[0][0] == "1"


@pytest.mark.parametrize("first", ["8004\tIch ==\tI ==\tNOT", "1\tmodel\tModell\t", "7\tA\tB\tC"])
def test_a_first_row_with_an_id_of_its_own_is_no_header(first: str) -> None:
    rest = "6862\tGeh.\tGo.\tNOT\n1987\tKomm her!\tCome!\tERR\n"
    assert read(f"{first}\n{rest}".encode(), "t.tsv")[1] == first.split("\t")


@pytest.mark.parametrize(
    ("table", "has_header"),
    [
        ("academy award,1,1,1\naccess card,0,0,0\n", False),
        ("olive oil,4.5\ncash cow,0.5\n", False),
        ("thing,1,2,3\nolive oil,4,5,5\n", True),
        ("place,2019,2020\nRoma,4,5\n", True),
        ("place,2019\nRoma,4\n", True),
    ],
)
def test_a_first_row_with_numbers_is_a_header_only_if_they_count_or_are_years(table: str, has_header: bool) -> None:
    assert (len(read(table.encode())) == len(table.splitlines())) is has_header


SURVEY = """ResponseId,Q1,Q2
Response ID,The source sentence,Your translation
"{""ImportId"":""_recordId""}","{""ImportId"":""QID1_TEXT""}","{""ImportId"":""QID2_TEXT""}"
R_1,Es regnet.,It rains.
"""


def test_questions_and_ids_of_a_survey_are_no_answers() -> None:
    assert read(SURVEY.encode()) == [["ResponseId", "Q1", "Q2"], ["R_1", "Es regnet.", "It rains."]]
    without_ids = "\n".join(line for line in SURVEY.splitlines() if "ImportId" not in line)
    assert len(read(without_ids.encode())) == 3
    earlier = "V1,V2,Q1\nResponseID,ResponseSet,The question\nR_1,Default,5\n"
    assert read(earlier.encode()) == [["ResponseID", "ResponseSet", "The question"], ["R_1", "Default", "5"]]


def test_a_survey_in_a_workbook_is_read_alike() -> None:
    workbook = Workbook()
    for row in (
        ["ResponseId", "Q1"],
        ["Response ID", "A question?"],
        ['{"ImportId":"a"}', '{"ImportId":"b"}'],
        ["R_1", 5],
    ):
        workbook.active.append(row)
    file = io.BytesIO()
    workbook.save(file)
    assert read(file.getvalue(), "t.xlsx") == [["ResponseId", "Q1"], ["R_1", "5"]]


def test_names_of_columns_are_unique() -> None:
    assert read(b"score,score,,score\n1,2,3,4\n")[0] == ["score", "score (2)", "Column C", "score (3)"]


def test_a_row_with_too_many_cells_is_rejected_with_its_line_and_others_stay() -> None:
    table = open_table(io.BytesIO(b"id,text\n1,a\n2,b,c\n3\n"), "t.csv")
    rows = list(table.rows())
    assert rows[1] == Rejected(3, "The row has 3 cells, but the header has 2.", "2 b c")
    assert rows[2] == Row(4, ["3", ""])
    assert table.short_lines == [4]


def test_a_byte_of_another_encoding_costs_its_row_alone() -> None:
    rows = list(open_table(io.BytesIO("id,text\n1,ä\n".encode() + b"2,\xe4\n"), "t.csv", TableOptions("utf-8")).rows())
    assert [isinstance(row, Rejected) for row in rows] == [False, True]


OBJECTS = [{"id": 1, "text": "ä", "score": 5.0}, {"id": 2, "text": 'say "a, b"', "score": None, "more": [1]}]


@pytest.mark.parametrize(
    "write",
    [
        json.dumps,
        lambda objects: json.dumps(objects, indent=2),
        lambda objects: "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in objects),
    ],
)
def test_an_array_of_objects_is_the_same_table_as_lines(write: Callable[[Sequence[object]], str]) -> None:
    assert read(write(OBJECTS).encode(), "t.json") == [
        ["id", "text", "score", "more"],
        [1, "ä", 5.0, ""],
        [2, 'say "a, b"', "", [1]],
    ]


def test_a_long_array_is_read_in_pieces() -> None:
    rows = [{"number": number, "text": "x" * 300} for number in range(5_000)]
    data = json.dumps(rows).encode()
    assert len(data) > 1_000_000  # in one line, longer than a line of text may be
    assert len(read(data, "t.json")) == 5_001


def test_a_list_of_one_text_is_that_text_and_of_more_no_text() -> None:
    lines = [{"text": "Geh.", "label": ["Go."]}, {"text": "Komm.", "label": ["Come.", "Come on."]}, {"label": {"a": 1}}]
    data = "\n".join(map(json.dumps, lines)).encode()
    table = open_table(io.BytesIO(data), "t.jsonl")
    first, *rejected = table.read_columns(["label"], wants_texts=True)
    assert not isinstance(first, Rejected) and first.columns == [["Go."]]
    assert [(each.line, each.reason) for each in rejected if isinstance(each, Rejected)] == [
        (2, "“label” holds a list of 2 values, not one text."),
        (3, "“label” holds an object, not a text."),
    ]


def test_what_pandas_writes_for_a_missing_value_is_missing() -> None:
    assert read(b'{"compound": "a", "score": NaN}\n', "t.jsonl") == [["compound", "score"], ["a", ""]]


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "1e999"])
def test_an_infinite_number_is_no_missing_value(number: str) -> None:
    data = f'{{"compound": "a", "score": 1}}\n{{"compound": "b", "score": {number}}}\n'.encode()
    rows = list(open_table(io.BytesIO(data), "t.jsonl").rows())
    assert rows[0] == Row(1, ["a", 1])
    assert isinstance(rows[1], Rejected)
    with pytest.raises(FormatError):
        read(f'[{{"compound": "b", "score": {number}}}]'.encode(), "t.json")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\n\n", "The file is empty."),
        (b'{"a": {"0": 1},\n "b": {"0": 2}}\n', 'to_json\\(orient="records"\\)'),
        (b'{\n"a": 1\n}\n', 'to_json\\(orient="records"\\)'),
        (b'[{"a": 1}, {"a": ', "The JSON array is not valid here, or is cut off"),
        (b'id,text\n1,"a\n', "a quotation mark that is never closed"),
    ],
)
def test_what_is_no_table_is_one_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read(data, "t.json")


def test_our_own_escape_of_formulas_is_taken_back() -> None:
    assert read(b"text,note\n'=1+1,'tis\n")[1] == ["=1+1", "'tis"]


def test_a_workbook_is_read_by_its_first_filled_sheet_or_the_named_one(tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "cover"  # type: ignore[union-attr]
    for name, cell in (("data", "a"), ("more", "b")):
        sheet = book.create_sheet(name)
        sheet.append(["id", "text"])
        sheet.append([1.0, cell])
    book.save(tmp_path / "t.xlsx")
    with (tmp_path / "t.xlsx").open("rb") as file:
        table = open_table(file, "t.xlsx")
        assert (table.sheet, table.sheets) == ("data", ["cover", "data", "more"])
        assert [row.cells for row in table.rows() if isinstance(row, Row)] == [["1", "a"]]
        assert open_table(file, "t.xlsx", TableOptions(sheet="more")).read_sample(1)[0].cells == ["1", "b"]


def test_a_sheet_of_notes_before_the_table_is_passed_over() -> None:
    book, file = Workbook(), io.BytesIO()
    book.active.append(["Read me first."])
    book.active.append(["The data is on the second sheet."])
    for row in (["id", "text"], [1, "a"]):
        (book["data"] if "data" in book.sheetnames else book.create_sheet("data")).append(row)
    book.save(file)
    assert read(file.getvalue(), "t.xlsx") == [["id", "text"], ["1", "a"]]


@pytest.mark.parametrize(
    "groups", [["Text", None, "Meta", None], [None, "Text", None, "Meta"], ["Text", None, None, None]]
)
def test_merged_cells_above_the_names_of_columns_are_no_header(groups: list[str | None]) -> None:
    book, file = Workbook(), io.BytesIO()
    rows = [["Deutsch", "English", "ID", "Note"], ["Es regnet.", "It rains.", 1, "x"], ["Geh!", "Go!", 2, None]]
    for row in (groups, *rows):
        book.active.append(row)
    book.save(file)
    header, first, second = read(file.getvalue(), "t.xlsx")
    assert (header, first, second[:3]) == (rows[0], ["Es regnet.", "It rains.", "1", "x"], ["Geh!", "Go!", "2"])


def test_the_dialects_are_as_different_as_they_say() -> None:
    rows = [["a", "b"], ["1", "x"]]
    assert len({dialect.write(rows) for dialect in DIALECTS}) >= len(DIALECTS) - 2


@pytest.mark.parametrize("write", [json.dumps, lambda rows: "\n".join(map(json.dumps, rows))])
def test_a_key_that_appears_late_is_a_column(write: Callable[[object], str]) -> None:
    """R and jq leave out keys of missing values; keys after the first 200 objects were dropped in silence."""
    rows = [{"compound": f"c{number}"} for number in range(300)] + [{"compound": "d", "note": "rare"}]
    data = read(write(rows).encode(), "t.json")
    assert data[0] == ["compound", "note"]
    assert data[1] == ["c0", ""] and data[-1] == ["d", "rare"]


HEADER = "#word\tmean_1 sd_1 mean*mean"


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("climate change\t4.90 0.30 1", ["climate change", "4.90", "0.30", "1"]),
        ("  rat race   0,26  NA 2 ", ["rat race", "0,26", "NA", "2"]),
        ("of the men 1 2 3", ["of the men", "1", "2", "3"]),
    ],
)
def test_runs_of_spaces_part_numbers_from_a_first_cell_of_several_words(row: str, cells: list[str]) -> None:
    read_rows = read(f"{HEADER}\nfish tank\t1.5 0.2 1\n{row}\n".encode(), "means.txt")
    assert read_rows == [["#word", "mean_1", "sd_1", "mean*mean"], ["fish tank", "1.5", "0.2", "1"], cells]


def test_names_of_rows_are_no_words_of_the_first_cell() -> None:
    rows = read(b"compound head_mean sd\n1 airbag 4.5 0.1\n2 hogwash 0.3 0.2\n", "r.txt")
    assert rows[1][-3:] == ["airbag", "4.5", "0.1"]


@pytest.mark.parametrize(
    "lines",
    [
        ["compound\tmean rating", "climate change\t4.9", "rat race\t0.3"],
        ["noun compound;mean", "climate change;4.9", "rat race;0.3"],
        ["the text", "He came in 1990", "She left"],
    ],
)
def test_spaces_in_other_tables_are_text(lines: list[str]) -> None:
    table = open_table(io.BytesIO("\n".join(lines).encode()), "t.txt")
    assert table.separator != " "
    assert table.columns[0] == lines[0].replace(";", "\t").split("\t")[0]
