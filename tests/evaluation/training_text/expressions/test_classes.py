"""Classes of expressions as people and studies write them."""

import pytest

from evaluation.training_text.expressions.classes import read_class


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
