"""Columns are proposed by their names, in six languages, and by what they hold where a name says little."""

import pytest

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Role, propose_columns
from annotation_site.tables.reading import Row

SENTENCE = Role("sentence", "Sentence", find_words("sentence"), takes_several=True, holds_sentences=True)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["frase1", "frase2", "frase3"], ["frase1", "frase2", "frase3"]),
        (["Satz 2", "Satz 1"], ["Satz 1", "Satz 2"]),
        (["Satz", "Satz (2)", "Satz (3)"], ["Satz", "Satz (2)", "Satz (3)"]),
        (["sentence", "context", "text"], ["sentence"]),
    ],
)
def test_several_columns_of_one_role_are_numbered(columns: list[str], expected: list[str]) -> None:
    assert propose_columns([SENTENCE], ["compound", *columns])["sentence"] == expected


def test_two_usual_names_are_not_two_sentences() -> None:
    """A column of contexts beside the sentences would become sentences of its own."""
    assert propose_columns([SENTENCE], ["context", "sentence"]) == {"sentence": ["sentence"]}


def test_a_longer_name_needs_cells_of_the_kind() -> None:
    columns = ["sentence count"]
    assert propose_columns([SENTENCE], columns, [Row(2, ["3"]), Row(3, ["4"])]) == {}
    assert propose_columns([SENTENCE], ["Italian sentence"], [Row(2, ["Questa è una frase."])]) != {}


def test_a_role_of_numbered_columns_leaves_others_alone() -> None:
    listed = Role("listed", "Lists", ("synonyms",), takes_several=True, is_numbered=True)
    assert propose_columns([listed], ["synonyms", "synonyms 1"]) == {"listed": ["synonyms 1"]}


def test_cells_tell_a_column_that_no_name_tells() -> None:
    label = Role("label", "Label", ("label",), values=frozenset({"idiomatisch", "wörtlich"}))
    columns = ["Satz", "Bedeutung"]
    rows = [Row(2, ["Hier.", "Idiomatisch"]), Row(3, ["Dort.", "wörtlich "]), Row(4, ["Da.", ""])]
    assert propose_columns([SENTENCE, label], columns, rows)["label"] == ["Bedeutung"]
    assert "label" not in propose_columns([SENTENCE, label], columns, [*rows, Row(5, ["Da.", "Brücke"])])
    assert "label" not in propose_columns([SENTENCE, label], columns, [Row(2, ["Hier.", ""])])
