"""A column of links or numbers is named before it comes in as text."""

import pytest

from alignment.imports.wrong_columns import describe_not_text, find_content
from tests.alignment.imports.importing import preview
from tests.annotation_site.texts.test_language_signs import TEXTS
from tests.factories import make_project

NAMES = {"source": "English", "target": "Italian"}


def describe(text_format: str, *, has_header: bool = False, is_reversed: bool = False, **found: str) -> str:
    result = {"format": text_format, "has_header": has_header, "not_text": found}
    return describe_not_text(result, NAMES, is_reversed=is_reversed)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("1-0 1-1 0-2", "links"),
        ("3-4S 2-2P", "links"),
        ("3?4 1-1", "links"),
        ("3p4", "links"),
        ("17", "numbers"),
        ("-0.5 1,000 12%", "numbers"),
        ("1-0 a 2-1", None),
        ("a 4-year-old", None),
        (" ", None),
    ],
)
def test_links_and_numbers_are_told_from_text(text: str, content: str | None) -> None:
    assert find_content(text) == content


def test_columns_and_files_are_named_as_they_were_uploaded() -> None:
    assert describe("tsv") == ""
    assert describe("tsv", source="links") == (
        "The first column contains links, not text: put the English text in the first column and the Italian text in "
        "the second, and upload again."
    )
    assert describe("tsv", source="links", is_reversed=True).startswith("The second column contains links, not text")
    assert describe("tsv", source="links", has_header=True, is_reversed=True) == (
        "The column “target” contains links, not text: name the columns of the two texts “source” and “target” in the "
        "first row, and upload again."
    )
    assert describe("moses", target="numbers").startswith("The second file contains numbers, not text: choose a file")
    assert describe("bitext", source="numbers", target="links").startswith(
        "The English side contains numbers and the Italian side contains links, not text: check"
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_links_in_the_first_column_are_named_and_not_called_a_swapped_language() -> None:
    rows = f"1-0 1-1 0-2\t{TEXTS['en']}\t{TEXTS['it']}\n" * 3
    _, job, page = preview(make_project(), rows, text_format="tsv")
    html = " ".join(page.content.decode().split())
    assert job.result["not_text"] == {"source": "links"}
    assert "The first column contains links, not text: put the English text in the first column" in html
    assert "looks like Italian" not in html and "looks like English" not in html
    assert page.context["again"]["is_reversed"].value() is False
    assert "<button>Import 3 pairs</button>" in html


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_links_beside_a_heading_are_named_and_text_with_a_row_of_numbers_is_not() -> None:
    rows = "links\tenglish\n" + "1-0 0-1\ta cat\n" * 10
    assert preview(make_project(), rows, text_format="tsv")[1].result["not_text"] == {"source": "links"}
    named = "id\tsource\ttarget\n" + "1\ta cat\tun gatto\n" * 3 + "2\t1999\t1999\n"
    result = preview(make_project(), named, text_format="tsv")[1].result
    assert (result["not_text"], result["has_header"]) == ({}, True)
