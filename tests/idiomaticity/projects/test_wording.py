"""Wording of the questions to annotators."""

import pytest

from idiomaticity.projects.wording import NAMES, fill_in, find_fault_in_wording, find_wording, keep_own, word_scales


def test_a_language_without_words_of_its_own_is_asked_in_english() -> None:
    assert find_wording("xx", {}) == find_wording("en", {})
    assert find_wording("pt-br", {}) != find_wording("en", {})


def test_only_what_differs_is_kept() -> None:
    default = find_wording("pt", {})
    texts = {name: getattr(default, name) for name in NAMES} | {"cannot_judge": "não sei"}
    assert keep_own("pt", texts) == {"cannot_judge": "não sei"}
    assert find_wording("pt", keep_own("pt", texts)).cannot_judge == "não sei"


def test_words_are_put_in_their_places_once() -> None:
    text = fill_in("{compound}: {head} {modifier} {other}", compound="{head}", head="h", modifier="m")
    assert text == "{head}: h m {other}"


def test_three_scales_are_asked_head_first() -> None:
    scales = word_scales(find_wording("en", {}), compound="fish tank", head="tank", modifier="fish")
    assert [each.scale for each in scales] == ["head", "modifier", "whole"]
    assert scales[0].question == "Is this fish tank literally a kind of tank?"


@pytest.mark.parametrize("text", ["Is it {hed}?", "x" * 301])
def test_a_text_that_cannot_be_used_is_told(text: str) -> None:
    assert find_fault_in_wording(text)
