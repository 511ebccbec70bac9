"""Tables on the command line: columns by their names, or as they are told."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.annotation_site.tables.dialects import DIALECTS, Dialect

HEADER = ["Nr.", "Deutsch", "Englisch", "Bemerkung"]
ROWS = [["1", "Er kommt; bald.", "He comes, soon.", "x"], ["2", "„Nein“, sagt sie.", "“No,” she says.", ""]]


def convert(folder: Path, data: bytes, name: str, *options: str) -> list[tuple[str | None, str, str]]:
    given, out = folder / name, folder / "out.jsonl"
    given.write_bytes(data)
    call_command("convert", str(given), str(out), "--from", "table", "--to", "jsonl", *options, stdout=StringIO())
    rows = map(json.loads, out.read_text().splitlines())
    return [(row.get("id"), row["source"], row["target"]) for row in rows]


LANGUAGES = ("--source-language", "de", "--target-language", "en")


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_languages_find_the_columns_of_every_program(tmp_path: Path, dialect: Dialect) -> None:
    data = dialect.write([HEADER, *ROWS])
    assert convert(tmp_path, data, dialect.file_name, *LANGUAGES) == [(row[0], row[1], row[2]) for row in ROWS]


def test_columns_are_named(tmp_path: Path) -> None:
    data = b"a;b;c\nx y.;1;u v.\n"
    named = ("--columns", "source=c", "target=a", "identifier=b", "--header", "yes")
    assert convert(tmp_path, data, "t.csv", *named) == [("1", "u v.", "x y.")]


def test_a_line_end_inside_a_cell_is_a_space(tmp_path: Path) -> None:
    data = b'source,target\n"one \r\n two","drei\nvier"\n'
    assert convert(tmp_path, data, "t.csv") == [(None, "one two", "drei vier")]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--columns", "source=d"), "There is no column “d”. Columns: source, target."),
        (("--columns", "sorce=source"), "“sorce” is no content. Contents: source, target, identifier."),
        (("--columns", "source"), "“source” is not ROLE=COLUMN"),
        (("--columns", "source=source"), "No column is Target text. Choose it"),
        (("--columns", "source=source", "target=source"), "The column “source” is both Source text and Target text"),
    ],
)
def test_columns_that_cannot_be_read_are_one_sentence_and_nothing_is_written(
    tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(CommandError, match=sentence) as refused:
        convert(tmp_path, b"source,target\na,b\n", "t.csv", *options)
    assert refused.value.returncode == 2
    assert not (tmp_path / "out.jsonl").exists()


def test_a_table_of_another_place_is_named_unless_its_columns_are(tmp_path: Path) -> None:
    row = {"context": ["A cat.", "They broke the ice."], "idiom": "break the ice", "genre": "W", "offsets": [[5, 10]]}
    data = json.dumps(row).encode()
    with pytest.raises(CommandError, match="Import them as compounds"):
        convert(tmp_path, data, "t.jsonl")
    assert convert(tmp_path, data, "t.jsonl", "--columns", "source=idiom", "target=genre") == [
        (None, "break the ice", "W")
    ]
