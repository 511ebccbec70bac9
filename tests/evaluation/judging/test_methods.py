"""Ways of asking, the order in which outputs are shown, and what a judging round asks about."""

from random import Random

import pytest

from evaluation.judging.methods import (
    CANNOT_JUDGE,
    DEFAULTS,
    FINISHED,
    METHODS,
    Wording,
    as_shown,
    as_stored,
    find_fault,
    find_fault_in_wording,
    is_poor,
    shuffle_outputs,
)
from evaluation.judging.planning import (
    Output,
    PlannedTask,
    choose_sample,
    find_neighbours,
    find_words,
    merge_outputs,
    number_tasks,
    plan_tasks,
)


def task(segment: int, outputs: int = 2) -> PlannedTask:
    texts = tuple(Output(f"text {place}", (place,)) for place in range(outputs))
    return PlannedTask(segment, 0, "idiom", "A source.", [], "A reference.", [], texts)


def plan(tasks: list[PlannedTask], **options: object) -> list[PlannedTask]:
    values = {"method": "score", "pairs": 3, "repeat_share": 0, **options}
    generator = Random(values.pop("seed", 1))  # type: ignore[arg-type]
    places = choose_sample(generator, len(tasks), values.pop("sample", None))  # type: ignore[arg-type]
    return plan_tasks([tasks[place] for place in places], generator=generator, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", METHODS)
def test_default_words_are_possible(method: str) -> None:
    assert find_fault_in_wording(method, DEFAULTS[method]) is None
    assert Wording.from_json(DEFAULTS[method].to_json()) == DEFAULTS[method]


@pytest.mark.parametrize(
    ("method", "values"),
    [
        ("score", [0, 1]),
        ("score", [1, 6]),
        ("score", [1]),
        ("percent", [101, 1]),
        ("preference", [1, 2]),
        ("preference", [4]),
        ("score", [1, True]),
    ],
)
def test_answers_that_cannot_be_are_told(method: str, values: list[int]) -> None:
    assert find_fault(method, values, 2)


@pytest.mark.parametrize(
    ("method", "values"),
    [("score", [1, 5]), ("percent", [0, 100]), ("preference", [2]), ("score", [CANNOT_JUDGE, None])],
)
def test_answers_that_can_be_have_no_fault(method: str, values: list[int]) -> None:
    assert find_fault(method, values, 2) is None


def test_scores_shown_and_stored_turn_into_each_other() -> None:
    order = [2, 0, 1]
    assert as_shown("score", [10, 20, 30], order) == [30, 10, 20]
    assert as_stored("score", as_shown("score", [10, None, CANNOT_JUDGE], order), order) == [10, None, CANNOT_JUDGE]


def test_a_preference_is_mirrored_where_the_second_is_shown_first() -> None:
    assert as_stored("preference", [1], [1, 0]) == [3]
    assert as_shown("preference", [3], [1, 0]) == [1]
    assert as_stored("preference", [1], [0, 1]) == [1]
    assert as_stored("preference", [2], [1, 0]) == [2]
    assert as_stored("preference", [CANNOT_JUDGE], [1, 0]) == [CANNOT_JUDGE]


def test_orders_follow_from_their_numbers_and_differ_between_people() -> None:
    orders = [shuffle_outputs(5, seed=1, item=7, annotator=annotator) for annotator in range(20)]
    assert orders[3] == shuffle_outputs(5, seed=1, item=7, annotator=3)
    assert len({tuple(order) for order in orders}) > 10
    assert {order[0] for order in orders} == set(range(5))


def test_equal_outputs_are_judged_once() -> None:
    merged = merge_outputs([(1, "Un testo."), (2, "Altro."), (3, "Un  testo. ")], hidden_reference="Altro.")
    assert [output.to_json() for output in merged] == [
        {"text": "Un testo.", "systems": [1, 3], "is_reference": False},
        {"text": "Altro.", "systems": [2], "is_reference": True},
    ]
    assert merge_outputs([(1, "a")], "b")[1] == Output("b", (), is_reference=True)


def test_the_reference_is_marked_where_its_words_stand_once() -> None:
    assert find_words("Hanno rotto il ghiaccio.", "hanno rotto") == [[0, 11]]
    assert find_words("tanto va, tanto torna", "tanto") == []
    assert find_words("Piove.", "") == find_words("Piove.", "nevica") == []


def test_a_sample_and_repeats_follow_from_the_seed() -> None:
    tasks = [task(number) for number in range(100)]
    planned = plan(tasks, sample=20, repeat_share=10)
    assert planned == plan(tasks, sample=20, repeat_share=10)
    assert len(planned) == 22
    again = [each for each in planned if each.repeats is not None]
    assert [each.segment for each in again] == [planned[each.repeats or 0].segment for each in again]
    assert plan(tasks, sample=20, seed=2) != plan(tasks, sample=20)


def test_numbers_do_not_tell_repeats() -> None:
    planned = plan([task(number) for number in range(6)], repeat_share=50)
    numbers = number_tasks(planned)
    assert sorted(numbers) == list(range(9))
    in_order = [planned[numbers.index(number)].segment for number in range(9)]
    assert in_order == sorted(in_order), "a repeat stands beside what it repeats"


def test_preferences_ask_about_pairs_of_different_outputs() -> None:
    planned = plan([task(1, outputs=4), task(2, outputs=1)], method="preference", pairs=5)
    assert len(planned) == 5
    assert len({tuple(output.text for output in each.outputs) for each in planned}) == 5
    assert all(len(each.outputs) == 2 for each in planned)


def test_one_major_error_is_poor_and_half_a_scale_is_not() -> None:
    assert is_poor("mqm", 5)
    assert not is_poor("mqm", 4.1)
    assert is_poor("esa", 49)
    assert not is_poor("esa", 50)


def test_a_penalty_is_shown_as_finished_and_a_score_as_it_was_given() -> None:
    assert as_shown("mqm", [5.1, CANNOT_JUDGE, None], [0, 1, 2]) == [FINISHED, CANNOT_JUDGE, None]
    assert as_shown("esa", [80.0, None], [1, 0]) == [None, 80]


def test_sentences_around_are_those_of_the_whole_text() -> None:
    lines = {1: (4, "A."), 2: (5, "B."), 3: (9, "C.")}
    assert find_neighbours(lines, 2, range(-2, 0)) == ("A.",)
    assert find_neighbours(lines, 2, range(1, 3)) == (), "the third stands elsewhere in the text"
    assert find_neighbours({1: (None, "A."), 2: (None, "B.")}, 1, range(1, 3)) == ("B.",)
