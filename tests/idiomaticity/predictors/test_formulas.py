"""Predictors, on numbers worked out by hand."""

import math

import numpy as np
import pytest

from idiomaticity.predictors.formulas import (
    combine_parts,
    cosine,
    distributional_similarity,
    lcs_similarity,
    mean_of_both,
    nc_out,
    nc_out_comp,
    ppmi,
    string_similarity,
)
from tests.idiomaticity.predictors.by_definition import count_cooccurrences, find_dimensions

CORPUS = [
    ["cash_cow", "money", "firm"],
    ["cash", "money", "bank"],
    ["cow", "milk", "farm"],
    ["cash_cow", "money", "milk"],
]


def vector(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)


def test_the_modifier_weighs_more() -> None:
    assert combine_parts(1.0, 0.0) == pytest.approx(0.7)
    assert combine_parts(0.0, 1.0) == pytest.approx(0.3)


def test_a_zero_vector_has_no_cosine() -> None:
    assert cosine(vector(1, 0), vector(1, 1)) == pytest.approx(1 / math.sqrt(2))
    assert cosine(vector(0, 0), vector(1, 1)) is None
    with pytest.raises(ValueError, match="same length"):
        cosine(vector(1), vector(1, 1))


def test_a_compound_in_its_sentence_is_held_against_itself_and_its_parts() -> None:
    assert nc_out(vector(1, 1), vector(2, 2)) == pytest.approx(1)
    assert nc_out_comp(vector(1, 1), vector(1, 0), vector(0, 1)) == pytest.approx(1)


def test_dimensions_are_the_words_of_middle_ranks() -> None:
    assert find_dimensions(CORPUS, 1, 3) == ["money", "cash_cow", "milk"]


def test_cooccurrences_count_sentences_with_both_words() -> None:
    vectors = count_cooccurrences(CORPUS, ["cash_cow", "cash", "cow"], ["money", "milk"])
    assert vectors["cash_cow"].tolist() == [2, 1]
    assert vectors["cow"].tolist() == [0, 1]
    expected = 0.7 * (2 / math.sqrt(5)) + 0.3 * (1 / math.sqrt(5))
    assert distributional_similarity(vectors, "cash_cow", "cash", "cow") == pytest.approx(expected)


def test_a_word_that_never_occurs_has_no_similarity() -> None:
    vectors = count_cooccurrences(CORPUS, ["cash_cow", "cash", "ghost"], ["money", "milk"])
    assert distributional_similarity(vectors, "cash_cow", "cash", "ghost") is None


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("", "", 1.0), ("abc", "", 0.0), ("abcd", "abcd", 1.0), ("abcde", "ace", 0.75), ("casa", "sac", 4 / 7)],
)
def test_similarity_by_the_longest_common_subsequence(first: str, second: str, expected: float) -> None:
    assert lcs_similarity(first, second) == pytest.approx(expected)


def test_languages_without_a_translation_count_nowhere() -> None:
    tables = {
        "de": {"public service": "öffentlicher dienst", "public": "öffentlicher", "service": "dienst"},
        "fr": {"public service": "service public", "public": "public"},
    }
    found = string_similarity(tables, "public service", "public", "service")
    assert found == pytest.approx(0.7 * 24 / 31 + 0.3 * 12 / 25)
    assert string_similarity({}, "a b", "a", "b") is None
    assert mean_of_both(found, None) is None
    assert mean_of_both(0.2, 0.4) == pytest.approx(0.3)


def test_association_is_never_negative() -> None:
    assert ppmi(10, 10, 20, 200) == pytest.approx(math.log2(10))
    assert ppmi(1, 100, 100, 200) == 0
    assert ppmi(0, 5, 5, 100) == 0
    with pytest.raises(ValueError, match="The counts are not consistent"):
        ppmi(6, 5, 9, 100)
