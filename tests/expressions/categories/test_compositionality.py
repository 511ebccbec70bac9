"""Classes of expressions as people and studies write them."""

import pytest

from expressions.categories.compositionality import ClassFinder, read_class


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("NC", "idiomatic"),
        (" partly  compositional", "partly"),
        ("C", "compositional"),
        ("Idiomatic", "idiomatic"),
        ("", ""),
    ],
)
def test_a_class_is_known_by_any_of_its_names(text, found):
    assert read_class(text) == found


def test_another_word_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="“green” is not a compound class"):
        read_class("green")


@pytest.mark.parametrize(
    ("listed", "named"),
    [
        ("दिल खोलना", "दिल खोलना"),
        ("pa\u0303o duro", "pão duro"),
        ("bull’s eye", "bull's-eye"),
        ("cash\u00ad cow", "cash cow"),
    ],
)
def test_an_expression_is_known_however_it_is_written(listed, named):
    assert ClassFinder([(listed, "idiomatic")]).find(named) == "idiomatic"


def test_words_that_differ_in_a_mark_only_are_two():
    assert ClassFinder([("कली", "idiomatic")]).find("काला") == ""
