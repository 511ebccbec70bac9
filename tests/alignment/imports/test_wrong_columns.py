"""A column of links or numbers is named before it comes in as text."""

import pytest

from alignment.imports.wrong_columns import describe_not_text, find_content
from tests.alignment.imports.importing import preview, read_again
from tests.annotation_site.texts.test_language_signs import TEXTS
from tests.factories import make_project
from tests.markup import markup_of

NAMES = {"source": "English", "target": "Italian"}


ASSIGNED = {"assignment": {"source": ["Text A"], "target": ["Text B"]}}


def describe(text_format: str, *, is_reversed: bool = False, **found: str) -> str:
    table = ASSIGNED if text_format == "table" else None
    result = {"format": text_format, "table": table, "not_text": found}
    return describe_not_text(result, NAMES, is_reversed=is_reversed)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("1-0 1-1 0-2", "links"),
        ("3-4S 2-2P", "links"),
        ("3?4 1-1", "links"),
        ("3p4", "links"),
        ("17", "numbers"),
        ("O B-IDIOM I-IDIOM O", "tags"),
        ("OK BAD OK", "tags"),
        ("O dear", None),
        ("-0.5 1,000 12%", "numbers"),
        ("1-0 a 2-1", None),
        ("a 4-year-old", None),
        (" ", None),
    ],
)
def test_links_and_numbers_are_told_from_text(text: str, content: str | None) -> None:
    assert find_content(text) == content


def test_columns_and_files_are_named_as_they_were_uploaded() -> None:
    assert describe("table") == ""
    assert describe("table", source="links") == (
        "The column “Text A” contains links, not text: choose the columns of the English and the Italian text above."
    )
    assert describe("table", source="links", is_reversed=True).startswith("The column “Text B” contains links")
    assert describe("moses", target="numbers").startswith("The second file contains numbers, not text: choose a file")
    assert describe("bitext", source="numbers", target="links").startswith(
        "The English side contains numbers and the Italian side contains links, not text: check"
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_links_that_were_assigned_are_named_and_not_called_a_swapped_language() -> None:
    rows = f"1-0 1-1 0-2\t{TEXTS['en']}\t{TEXTS['it']}\n" * 3
    client, job, _ = preview(make_project(), rows, text_format="table")
    job, page = read_again(client, job, column_0="source", column_1="target", column_2="")
    html = markup_of(page)
    assert job.result["table"]["assignment"] == {"source": ["Column A"], "target": ["Column B"]}
    assert job.result["not_text"] == {"source": "links"}
    assert "The column “Column A” contains links, not text: choose the columns of the English" in html
    assert "looks like Italian" not in html and "looks like English" not in html
    assert page.context["again"]["is_reversed"].value() is False
    assert "<button>Import 3 pairs</button>" in html


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_columns_of_text_are_proposed_beside_one_of_links() -> None:
    rows = f"1-0 1-1 0-2\t{TEXTS['en']}\t{TEXTS['it']}\n" * 3
    result = preview(make_project(), rows, text_format="table")[1].result
    assert result["table"]["assignment"] == {"source": ["Column B"], "target": ["Column C"]}
    assert result["not_text"] == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_links_beside_a_heading_are_named_and_text_with_a_row_of_numbers_is_not() -> None:
    rows = "target\tsource\n" + "1-0 0-1\ta cat\n" * 10
    assert preview(make_project(), rows, text_format="table")[1].result["not_text"] == {"target": "links"}
    named = "id\tsource\ttarget\n" + "1\ta cat\tun gatto\n" * 3 + "2\t1999\t1999\n"
    result = preview(make_project(), named, text_format="table")[1].result
    assert (result["not_text"], result["table"]["has_header"]) == ({}, True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_one_side_of_a_text_alone_asks_for_the_other_file() -> None:
    text = "0\tDas stimmt nicht !\n1\tWir glauben nicht .\n"
    fault = preview(make_project(), text, text_format="detect")[1].result["table_fault"]
    assert fault.startswith("No column is Source text.") and "If source and target are in two files" in fault
