"""Texts of paraphrases: compared, and those that are none."""

import pytest

from idiomaticity.scales.paraphrase_texts import find_fault, normalise


@pytest.mark.parametrize("text", ["Flight  Recorder", " flight recorder", "FLIGHT RECORDER", "ﬂight recorder"])
def test_writings_of_one_paraphrase_are_compared_as_one(text: str) -> None:
    assert normalise(text) == "flight recorder"


def test_combining_accents_are_the_same_letter() -> None:
    assert normalise("câmera") == normalise("câmera")


@pytest.mark.parametrize("text", ["Cash-Cow", "cash cow", "cashcow"])
def test_the_compound_itself_is_no_paraphrase(text: str) -> None:
    assert find_fault(text, "cash cow") == "This is the compound itself. Use other words."


@pytest.mark.parametrize("text", ["none", "N/A", "…", "I don't know.", " "])
def test_empty_words_are_no_paraphrase(text: str) -> None:
    assert "Leave the field empty" in (find_fault(text, "cash cow") or "")


def test_a_paraphrase_counts_once() -> None:
    assert find_fault("Gold mine", "cash cow", ["gold  MINE"]) == "“{text}” occurs twice."
    assert find_fault("gold mine", "cash cow", ["earner"]) is None
