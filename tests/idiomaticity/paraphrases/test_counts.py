"""Paraphrases: classified and counted."""

import pytest

from idiomaticity.paraphrases.counts import Thresholds, count_levels, find_level
from idiomaticity.paraphrases.decisions import Answer, Decisions, count_forms


@pytest.mark.parametrize(
    ("frequencies", "expected"),
    [
        ((1, 1, 1), "type"),
        ((2, 1, 0), "type"),
        ((1, 1, 0), "unclassified"),
        ((2, 0, 0), "token"),
        ((1, 0, 0), "unclassified"),
        ((0, 0, 0), "unclassified"),
        ((4,), "token"),
        ((1, 1), "type"),
    ],
)
def test_the_rule_of_the_paper(frequencies: tuple[int, ...], expected: str) -> None:
    assert find_level(frequencies) == expected


def test_thresholds_can_be_moved() -> None:
    strict = Thresholds(several_sentences=5, one_sentence=4)
    assert find_level((2, 1, 0), strict) == "unclassified"
    assert find_level((3, 0, 0), strict) == "unclassified"


def test_answers_are_counted_by_sentence() -> None:
    answers = [Answer(0, "w1", "DJ"), Answer(1, "w2", "dj"), Answer(1, "w3", "presenter"), Answer(2, "w4", " ")]
    counts = {each.form: each.frequencies for each in count_forms(1, answers, 3, Decisions())}
    assert counts == {"dj": (1, 1, 0), "presenter": (0, 1, 0)}


def test_counts_of_a_study_add_up() -> None:
    first = {"dj": [3, 2, 1], "presenter": [0, 2, 0], "host": [0, 1, 0]}
    counts = count_levels([first, {}], sentences=6, frequent=1)
    assert (counts.different, counts.frequent, counts.type_level, counts.token_level) == (3, 1, 1, 1)
    assert (counts.per_compound, counts.token_sentences) == (1.5, {1: 1})
