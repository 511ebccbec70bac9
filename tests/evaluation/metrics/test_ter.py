"""Edits of TER, against sacrebleu's own loop over shifts."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.lib_ter import translation_edit_rate

from evaluation.metrics.ter import count_edits

# Few words, so that nearly everything can be moved somewhere.
TEXTS = st.lists(st.sampled_from("a b c d e f g".split()), max_size=30)  # noqa: SIM905


@settings(max_examples=150)
@given(TEXTS, TEXTS)
def test_edits_are_those_of_sacrebleu(hypothesis, reference):
    assert count_edits(hypothesis, [reference]) == translation_edit_rate(hypothesis, reference)


@pytest.mark.parametrize("words", [70, 100])
def test_limits_of_shifts_and_of_the_beam_are_those_of_sacrebleu(words):
    chance = random.Random(words)
    reference = [f"w{chance.randrange(60)}" for _ in range(words)]
    kept = [word if chance.random() < 0.7 else "x" for word in reference]
    moved = kept[:20] + kept[55:] + kept[20:55]
    assert count_edits(moved, [reference]) == translation_edit_rate(moved, reference)


def test_a_far_longer_reference_widens_the_beam():
    reference = [f"w{number}" for number in range(160)]
    assert count_edits(["w3", "w90"], [reference]) == translation_edit_rate(["w3", "w90"], reference)


def test_of_several_references_the_nearest_counts_and_lengths_are_averaged():
    assert count_edits("a b c d".split(), ["a b c e".split(), "c d a b x".split()]) == (1, 4.5)  # noqa: SIM905
