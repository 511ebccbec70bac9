"""Wording of the questions to annotators."""

import pytest

from idiomaticity.projects.asked_questions import ask_questions
from idiomaticity.projects.extra_questions import ExtraQuestion, find_fault_in_extra
from idiomaticity.projects.wording import NAMES, fill_in, find_fault_in_wording, find_wording, keep_own
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale


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


WORDS = {"compound": "fish tank", "head": "tank", "modifier": "fish"}
FAMILIARITY = ExtraQuestion("familiarity", "How well do you know {compound}?", scale=ScoreScale(1, 7))


def test_three_scales_are_asked_head_first_and_extra_questions_last() -> None:
    asked = ask_questions(find_wording("en", {}), PAPER_SCALE, [FAMILIARITY], WORDS)
    assert [each.name for each in asked] == ["head", "modifier", "whole", "familiarity"]
    assert asked[0].question == "Is this fish tank literally a kind of tank?"
    assert asked[3].question == "How well do you know fish tank?"
    assert [each.scale.highest for each in asked] == [5, 5, 5, 7]


def test_a_compound_without_a_head_is_asked_about_as_a_whole_and_beside() -> None:
    asked = ask_questions(find_wording("en", {}), PAPER_SCALE, [FAMILIARITY], {**WORDS, "head": ""})
    assert [each.name for each in asked] == ["whole", "familiarity"]


@pytest.mark.parametrize(
    "questions",
    [
        [ExtraQuestion("whole", "?")],
        [ExtraQuestion("Familiar!", "?")],
        [ExtraQuestion("familiarity", " ")],
        [ExtraQuestion("familiarity", "{hed}?")],
        [ExtraQuestion("familiarity", "?", scale=ScoreScale(5, 1))],
        [FAMILIARITY, FAMILIARITY],
        [ExtraQuestion(f"extra_{number}", "?") for number in range(11)],
    ],
)
def test_extra_questions_that_cannot_be_asked_are_told(questions: list[ExtraQuestion]) -> None:
    assert find_fault_in_extra(questions)


def test_an_extra_question_is_written_and_read_back() -> None:
    assert ExtraQuestion.from_json(FAMILIARITY.to_json()) == FAMILIARITY


@pytest.mark.parametrize("text", ["Is it {hed}?", "x" * 301])
def test_a_text_that_cannot_be_used_is_told(text: str) -> None:
    assert find_fault_in_wording(text)
