"""Weights of errors, and what a scheme allows."""

import pytest

from evaluation.metrics.error_spans.schemes import (
    ESA,
    EXPRESSION,
    MQM,
    SCHEMES,
    ErrorSpan,
    add_weights,
    weigh,
)


@pytest.mark.parametrize(
    ("category", "severity", "weight"),
    [
        ("Accuracy/Mistranslation", "major", 5),
        ("Accuracy/Mistranslation", "minor", 1),
        ("Fluency/Punctuation", "minor", 0.1),
        ("Fluency/Punctuation", "major", 5),
        ("Non-translation", "major", 25),
        ("Non-translation!", "major", 25),
        ("Style/Awkward", "neutral", 0),
        ("No-error", "no-error", 0),
    ],
)
def test_weights_are_those_of_the_published_mqm(category: str, severity: str, weight: float) -> None:
    assert weigh(category, severity) == weight


def test_weights_add_up_without_the_dust_of_floats() -> None:
    commas = [ErrorSpan("target", place, place + 1, "Fluency/Punctuation", "minor") for place in range(3)]
    assert add_weights(commas) == 0.3
    assert add_weights([]) == 0


def test_a_mark_stands_on_the_side_of_its_category_with_one_of_its_severities() -> None:
    assert ESA.find_fault(ErrorSpan("target", 0, 1, "Error", "minor")) is None
    assert ESA.find_fault(ErrorSpan("target", 0, 1, "Omission", "minor")) == "“Omission” is marked in the source."
    assert EXPRESSION.find_fault(ErrorSpan("target", 0, 1, "Expression/Good idiom", "major")) == (
        "“Expression/Good idiom” must be neutral."
    )
    assert MQM.find_fault(ErrorSpan("target", 0, 1, "Fluency", "minor")) == "There is no category “Fluency”."


def test_names_of_categories_fit_their_column_and_differ() -> None:
    for scheme in SCHEMES.values():
        names = [each.name for each in scheme.categories]
        assert len(set(names)) == len(names)
        assert max(map(len, names)) <= 60
        keys = [each.key for each in scheme.categories]
        assert len(set(keys)) == len(keys)
        assert not set(keys) & {"k", "x"}
