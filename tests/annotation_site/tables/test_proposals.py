"""Columns are proposed by their names, in six languages, and by what they hold where a name says little."""

import pytest

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Role, complete_pair, propose_columns
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


def complete(columns: list[str], *rows: list[object]) -> list[str] | None:
    """Return the columns of source and target that no name gave."""
    sample = [Row(number, cells) for number, cells in enumerate(rows, start=1)]
    completed = complete_pair({}, ("source", "target"), columns, sample)
    return [completed["source"][0], completed["target"][0]] if completed else None


def test_links_licences_and_notes_are_no_side_of_a_text() -> None:
    words = [("Go.", "Geh."), ("Hi.", "Hallo!"), ("Run!", "Lauf!")]
    licences = [[*pair, f"CC-BY 2.0 (France) Attribution: corpus #{len(pair[0])} (someone)"] for pair in words]
    assert complete(["A", "B", "C"], *licences) == ["A", "B"]
    assert complete(["A", "B", "C"], ["a cat", "un gatto", "0-0 1-1 0-1 1-0 2-2"]) == ["A", "B"]
    assert complete(["Notes", "A", "B"], ["much longer than the texts themselves", "a cat", "un gatto"]) == ["A", "B"]
    assert complete(["A", "Notes"], ["a cat", "un gatto"]) == ["A", "Notes"]


def test_a_text_without_a_second_one_is_not_completed_with_labels_dates_or_lists() -> None:
    labels = [["He spilled the beans.", "idiomatic", "[1, 1]"], ["Beans were spilled.", "literal", "[0, 1]"]]
    assert complete(["text", "label", "votes"], *labels) is None
    assert complete(["Timestamp", "Email", "Q"], ["2024/01/05 3:12:11 PM GMT+1", "a@example.org", "5"]) is None
    assert complete(["text", "label"], ["Beans were spilled.", ["Das Geheimnis kam heraus."]]) == ["text", "label"]


def test_a_longer_name_of_classes_needs_classes_below_it() -> None:
    role = Role("class", "Class", ("type", "class"), values_under_longer_names=frozenset({"c", "nc"}))
    assert propose_columns([role], ["variant_type"], [Row(2, ["inflection"])]) == {}
    assert propose_columns([role], ["compound type"], [Row(2, ["NC"]), Row(3, ["C "])]) == {"class": ["compound type"]}
    assert propose_columns([role], ["type"], [Row(2, ["inflection"])]) == {"class": ["type"]}


def test_numbers_are_no_head_and_words_no_mean() -> None:
    roles = [Role("head", "Head", ("head",), holds_numbers=False), Role("mean", "Mean", ("head",), holds_numbers=True)]
    numbers, words = [Row(2, ["4,5"]), Row(3, ["NA"])], [Row(2, ["tank"]), Row(3, ["42"]), Row(4, ["oil"])]
    assert propose_columns(roles, ["head"], numbers) == {"mean": ["head"]}
    assert propose_columns(roles, ["head"], words) == {"head": ["head"]}
    assert propose_columns(roles, ["head judgement"], numbers) == {"mean": ["head judgement"]}
