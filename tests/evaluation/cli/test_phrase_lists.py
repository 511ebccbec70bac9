"""`find-expressions` takes its phrases from a list or from a column of any table."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.annotation_site.tables.dialects import DIALECTS

TEXT = "They kicked the bucket.\nIt was by and large a red herring.\n"
PHRASES = ("kick the bucket", "red herring", "by and large")


def find(*arguments, output="tsv"):
    out = StringIO()
    call_command("find-expressions", *map(str, arguments), output=output, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture
def text(write):
    return write("text.txt", TEXT)


@pytest.fixture
def expected(text, write):
    found = find(text, write("list.txt", "".join(f"{phrase}\n" for phrase in PHRASES)))
    assert len(found.splitlines()) == 3
    return found


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_phrases_stand_in_a_column_of_any_table(text, expected, write, dialect):
    rows = [["id", "Expression", "Note"], *([str(place), phrase, "x"] for place, phrase in enumerate(PHRASES, 1))]
    path = write(f"p-{dialect.file_name}", dialect.write(rows))
    assert find(text, path) == expected
    assert find(text, path, "--columns", "phrase=Expression") == expected


@pytest.mark.parametrize("header", [[], [["phrase"]]])
def test_a_workbook_of_one_column_is_a_list(text, expected, write, header):
    workbook = next(dialect for dialect in DIALECTS if dialect.file_name == "table.xlsx")
    assert find(text, write("p.xlsx", workbook.write([*header, *([phrase] for phrase in PHRASES)]))) == expected


def test_commas_in_phrases_part_no_columns(text, write):
    path = write("p.txt", "by and large\nready, steady, go\n")
    assert len(find(text, path).splitlines()) == 1


def test_a_table_without_a_known_column_is_refused_with_an_example(text, write):
    path = write("p.csv", "nr;Fügung X;frei\n1;red herring;\n2;by and large;\n")
    with pytest.raises(CommandError) as refused:
        find(text, path)
    assert str(refused.value) == (
        f"{path}, line 1: There is no column for “Phrase”. Columns: nr, Fügung X, frei. "
        "Name columns with --columns, such as --columns phrase=nr."
    )
    assert len(find(text, path, "--columns", "phrase=Fügung X").splitlines()) == 2
