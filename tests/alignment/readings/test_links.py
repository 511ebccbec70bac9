"""Gold policies on small readings that can be worked out by hand."""

import pytest

from alignment.readings.links import Reading, agreed_unaligned, disagreements, gold_links, gold_unaligned, link_groups

ANNA = Reading({(0, 0): "S", (1, 1): "S", (2, 2): "P", (3, 3): "S"}, frozenset({4}), frozenset({5}))
BERT = Reading({(0, 0): "S", (1, 1): "P", (2, 2): "P", (4, 4): "S"}, frozenset({3}), frozenset({5}))
CARA = Reading({(0, 0): "P", (1, 1): "S", (4, 4): "S"}, frozenset({3}), frozenset({5, 3}))


def test_reading_survives_json():
    assert ANNA.to_json() == {
        "sure": "0-0 1-1 3-3",
        "possible": "2-2",
        "unaligned_source": [4],
        "unaligned_target": [5],
    }
    assert Reading.from_json(ANNA.to_json()) == ANNA


def test_json_does_not_depend_on_the_order_of_drawing():
    assert Reading({(1, 0): "S", (0, 1): "S"}).to_json() == Reading({(0, 1): "S", (1, 0): "S"}).to_json()


@pytest.mark.parametrize(
    "data",
    [
        {"sure": "1-"},
        {"sure": 3},
        {"possible": "٣-1"},
        {"unaligned_source": ["1"]},
        {"unaligned_target": [-1]},
    ],
)
def test_malformed_json_is_refused(data):
    with pytest.raises(ValueError, match=r"\."):
        Reading.from_json(data)


def test_reversing_swaps_links_and_marks():
    reading = Reading({(0, 2): "P"}, frozenset({1}), frozenset({3}))
    assert reading.reversed() == Reading({(2, 0): "P"}, frozenset({3}), frozenset({1}))


@pytest.mark.parametrize("policy", ["wags", "och-ney"])
def test_without_decisions_only_what_all_call_sure_is_sure(policy):
    assert gold_links([ANNA, BERT], {}, policy) == {
        (0, 0): "S",
        (1, 1): "P",
        (2, 2): "P",
        (3, 3): "P",
        (4, 4): "P",
    }


def test_majority_counts_links_and_then_labels():
    assert gold_links([ANNA, BERT, CARA], {}, "majority") == {
        (0, 0): "S",
        (1, 1): "S",
        (2, 2): "P",
        (4, 4): "S",
    }


def test_majority_of_two_is_refused():
    with pytest.raises(ValueError, match="at least three"):
        gold_links([ANNA, BERT], {}, "majority")


@pytest.mark.parametrize("policy", ["wags", "och-ney", "majority"])
def test_decision_stands_under_every_policy(policy):
    decisions = {(0, 0): "none", (1, 1): "S", (3, 3): "P", (2, 2): "open", (7, 7): "S"}
    gold = gold_links([ANNA, BERT, CARA], decisions, policy)
    assert (0, 0) not in gold
    assert (gold[1, 1], gold[3, 3], gold[2, 2], gold[7, 7]) == ("S", "P", "P", "S")


def test_open_decision_draws_no_link_by_itself():
    assert gold_links([ANNA, BERT], {(9, 9): "open"}, "wags").get((9, 9)) is None


def test_a_word_that_every_reading_decided_about_has_a_gold_link_or_no_counterpart():
    # 2 and 3 lose the link that one of them drew; nobody drew or marked 4 and 6 of the target in Cara's reading.
    assert gold_unaligned([BERT, CARA], {(0, 0): "S", (1, 1): "P", (4, 4): "S"}) == ({3}, {5})
    assert gold_unaligned([ANNA, BERT], {(0, 0): "S", (1, 1): "P", (2, 2): "P"}) == ({3, 4}, {5})
    assert gold_unaligned([ANNA, BERT], {(0, 0): "S", (1, 1): "P", (3, 3): "S"}) == ({2, 4}, {2, 5})
    assert gold_unaligned([BERT, CARA], {(3, 5): "S"}) == ({0, 1, 4}, {0, 1, 4})
    assert gold_unaligned([], {}) == (set(), set())


def test_earlier_releases_marked_what_every_reading_marked():
    assert agreed_unaligned([BERT, CARA], gold_links([BERT, CARA], {}, "wags")) == ({3}, {5})
    assert agreed_unaligned([BERT, CARA], {(3, 5): "S"}) == (set(), set())
    assert agreed_unaligned([ANNA, CARA], {}) == (set(), {5})
    assert agreed_unaligned([], {}) == (set(), set())


def test_disagreements_are_labels_and_absences():
    assert disagreements([ANNA, BERT]) == [(1, 1), (3, 3), (4, 4)]
    assert disagreements([ANNA]) == []
    assert disagreements([]) == []


def test_link_groups_are_connected_through_either_side():
    cells = [(5, 5), (0, 0), (0, 1), (2, 1), (2, 3), (4, 4), (4, 5)]
    assert link_groups(cells) == [[(0, 0), (0, 1), (2, 1), (2, 3)], [(4, 4), (4, 5), (5, 5)]]
    assert link_groups([]) == []
