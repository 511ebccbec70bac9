"""Suggestions and decisions about paraphrases, without a database."""

import random
from collections.abc import Iterator

import pytest
from rapidfuzz.distance import OSA

from idiomaticity.paraphrases.decisions import Answer, Decisions, ParaphraseDecision, count_forms, count_frequent
from idiomaticity.paraphrases.suggestions import JunkThresholds, find_faults, strip_form, suggest_junk, suggest_merges
from tests.idiomaticity.released_paraphrases import read_released_paraphrases
from tests.shared_data import shared


def decide(*rows: tuple[int | None, str, str, str]) -> Decisions:
    return Decisions(ParaphraseDecision(*row) for row in rows)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("form", "stripped"),
    [("the glass-barriers", "glassbarrier"), ("câmera", "camera"), ("a gas", "gas"), ("the", "the"), ("boss", "boss")],
)
def test_what_is_compared_is_bare(form: str, stripped: str) -> None:
    assert strip_form(form) == stripped


def test_variants_are_merged_into_the_most_frequent_form() -> None:
    found = suggest_merges(
        {"invisible barrier": 5, "invisible barriers": 2, "invisable barrier": 1, "wall": 9, "ball": 1}
    )
    assert [(each.form, each.into) for each in found] == [
        ("invisible barriers", "invisible barrier"),
        ("invisable barrier", "invisible barrier"),
    ]
    assert found[1].reason == "differs in one letter"


def test_short_words_that_differ_in_a_letter_are_left_alone() -> None:
    assert suggest_merges({"bank": 3, "tank": 2, "rank": 1}) == []


def crowd(form: str, compounds: int, annotators: int) -> Iterator[tuple[object, str, str]]:
    for number in range(compounds):
        yield number % annotators, f"compound {number}", form


def test_an_answer_for_very_many_compounds_is_suspicious() -> None:
    answers = [*crowd("sweet", 12, 12), *crowd("fine", 9, 9), *crowd("dull", 4, 1)]
    found = suggest_junk(answers)
    assert [(row.form, row.compounds, row.most_by_one) for row in found] == [("sweet", 12, 1), ("dull", 4, 4)]
    assert [row.form for row in suggest_junk(answers, JunkThresholds(overall=9, by_one=5))] == ["sweet", "fine"]


def test_an_answer_that_shares_a_word_with_its_compounds_is_not() -> None:
    answers = [(1, f"fish {number}", "kind of fish") for number in range(20)]
    assert suggest_junk(answers) == []


def test_sweet_is_suggested_from_the_released_paraphrases() -> None:
    path = shared("data/idiomaticity/nctti/data_en.tsv")
    lists = read_released_paraphrases(path.read_bytes(), path.name)
    answers = [(form, compound, form) for compound, each in lists.items() for form in each.type_level]
    (first, *_) = suggest_junk(answers, JunkThresholds(overall=10, by_one=10_000))
    assert (first.form, first.compounds) == ("sweet", 129)


def test_the_compound_itself_is_a_fault() -> None:
    assert list(find_faults({"cash-cow": 1, "earner": 2}, "cash cow")) == ["cash-cow"]


def test_merges_are_followed_to_their_end() -> None:
    decisions = decide((1, "a", "merge", "b"), (1, "b", "merge", "c"), (None, "sweet", "reject", ""))
    assert decisions.resolve(1, "a") == "c"
    assert decisions.resolve(2, "a") == "a"
    assert decisions.resolve(2, "sweet") is None


def test_what_is_merged_into_junk_is_junk() -> None:
    assert decide((1, "a", "merge", "sweet"), (None, "sweet", "reject", "")).resolve(1, "a") is None


def test_a_compound_may_keep_what_is_rejected_everywhere() -> None:
    decisions = decide((None, "sweet", "reject", ""), (1, "sweet", "keep", ""))
    assert (decisions.resolve(1, "sweet"), decisions.resolve(2, "sweet")) == ("sweet", None)


def test_two_variants_by_one_person_for_one_sentence_count_once() -> None:
    answers = [Answer(0, "A", "Wall"), Answer(0, "A", "walls"), Answer(0, "B", "walls"), Answer(1, "A", "wall")]
    (counted,) = count_forms(1, answers, 2, decide((1, "walls", "merge", "wall")))
    assert (counted.frequencies, counted.variants, counted.text) == ((2, 1), ("walls",), "Wall")


def test_five_people_are_five_however_many_sentences_each_of_them_saw() -> None:
    few = [Answer(sentence, giver, "wall") for sentence in range(3) for giver in "AB"]
    many = [Answer(0, giver, "limit") for giver in "ABCDE"]
    forms = count_forms(1, [*few, *many], 3, Decisions())
    assert [(each.form, each.total, each.people) for each in forms] == [("wall", 6, 2), ("limit", 5, 5)]
    assert count_frequent(forms) == 1


def test_forms_are_compared_only_with_forms_of_about_their_length() -> None:
    """Compare with all against all: a form that is passed over could not have matched."""
    generator = random.Random(1)
    forms = {"".join(generator.choice("ab") for _ in range(generator.randint(1, 16))): 1 for _ in range(300)}
    found = {each.form: each.into for each in suggest_merges(forms)}
    heads: list[str] = []
    expected = {}
    for form in sorted(forms):
        match = next((head for head in heads if is_near(strip_form(form), strip_form(head))), None)
        if match is None:
            heads.append(form)
        else:
            expected[form] = match
    assert found == expected


def is_near(one: str, other: str) -> bool:
    longest = max(len(one), len(other))
    return OSA.distance(one, other) <= (2 if longest >= 12 else 1 if longest >= 6 else 0)
