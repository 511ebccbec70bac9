"""Cards: grouping of cells, meaning of the keys, outcome of open cells."""

from datetime import UTC, datetime

import pytest

from alignment.adjudication.card_choices import shows_digits
from alignment.adjudication.cards import Made, build_cards
from alignment.adjudication.decisions import last_action, read_entries, write_entries
from alignment.adjudication.disputes import Dispute, LabelCounts, compare_words, list_agreed
from alignment.readings.links import GoldPolicy, Reading

SOURCE = ["da", "tempi", "immemori", "una", "orfana"]
TARGET = ["since", "its", "inception", "an", "orphan"]
PHRASE = {(source, target): "P" for source in range(3) for target in range(3)}


def dispute(*links: dict, policy: GoldPolicy = "wags", names: str = "ABC", **marks: frozenset[int]) -> Dispute:
    readings = {name: Reading(each, **marks) for name, each in zip(names, links, strict=False)}
    return Dispute(SOURCE, TARGET, readings, policy)


def made(decision: str, note: str = "") -> Made:
    return Made(decision, note, datetime(2026, 1, 1, tzinfo=UTC), is_own=True)


def value_of(card, key: str) -> dict:
    [choice] = [choice for choice in card.choices if key in choice.keys]
    return {(source, target): decision for source, target, decision in read_entries(choice.value)}


def test_a_phrase_that_one_linked_and_the_other_left_is_one_card() -> None:
    [card] = build_cards(dispute(PHRASE, {}), {})
    assert len(card.cells) == 9
    assert card.kinds == ("link or no link",)
    assert [word.text for word in card.source] == ["da", "tempi", "immemori"]
    assert [reading.counts for reading in card.readings] == [LabelCounts(possible=9), LabelCounts()]


def test_a_card_names_the_words_that_its_decision_leaves_without_a_link() -> None:
    disputed = dispute({(0, 0): "S", (3, 3): "S"}, {(3, 3): "S", (3, 4): "S"})
    none = {(0, 0): made("none"), (3, 4): made("none")}
    first, second = build_cards(disputed, none)
    assert [[word.text for word in side] for side in first.bare] == [["da"], ["since"]]
    assert [[word.text for word in side] for side in second.bare] == [[], ["orphan"]]
    kept = build_cards(disputed, {(0, 0): made("open"), (3, 4): made("S")})
    assert [card.bare for card in (*kept, *build_cards(disputed, {}))] == [((), ())] * 4


def test_cards_hold_every_disputed_cell_once() -> None:
    first = {**PHRASE, (3, 3): "S", (4, 4): "S", (4, 0): "P"}
    second = {(0, 0): "S", (1, 1): "S", (3, 3): "P", (4, 4): "S"}
    case = dispute(first, second)
    cells = [cell for card in build_cards(case, {}) for cell in card.cells]
    assert sorted(cells) == case.disputed


def test_cells_disputed_alike_are_one_card_through_an_agreed_link() -> None:
    first = {(3, 3): "S", (3, 4): "S", (4, 3): "S", (4, 4): "S"}
    second = {(3, 3): "S", (4, 4): "S"}
    [card] = build_cards(dispute(first, {**second, (4, 3): "S"}), {})
    assert card.cells == ((3, 4),)
    [card] = build_cards(dispute({**first}, {(3, 3): "S", (4, 4): "S"}), {})
    assert card.cells == ((3, 4), (4, 3))
    assert card.shows_rows  # both read “an orphan”: only the links tell them apart


def test_a_large_tangle_is_cut_by_source_word() -> None:
    source, target = [f"s{n}" for n in range(6)], [f"t{n}" for n in range(6)]
    full = {(s, t): "P" for s in range(6) for t in range(6)}
    part = {(s, s): "S" for s in range(6)}
    cards = build_cards(Dispute(source, target, {"A": Reading(full), "B": Reading(part)}, "wags"), {})
    assert [len(card.cells) for card in cards] == [6] * 6


def test_label_dispute_is_named_so() -> None:
    [card] = build_cards(dispute({(4, 4): "S"}, {(4, 4): "P"}), {})
    assert card.kinds == ("Sure or Possible",)
    assert card.rows == ()


def test_a_mixed_card_names_both_kinds_and_has_a_row_for_each_link() -> None:
    [card] = build_cards(dispute({(4, 4): "S", (4, 3): "P"}, {(4, 4): "P"}), {})
    assert card.kinds == ("link or no link", "Sure or Possible")
    assert card.shows_rows
    assert [row.labels for row in card.rows] == [
        (("A", "Possible"), ("B", "no link")),
        (("A", "Sure"), ("B", "Possible")),
    ]


def test_taking_a_reading_decides_each_cell_as_it_was_read() -> None:
    [card] = build_cards(dispute({(4, 4): "S", (4, 3): "P"}, {(4, 4): "P"}), {})
    assert value_of(card, "A") == {(4, 3): "P", (4, 4): "S"}
    assert value_of(card, "B") == {(4, 3): "none", (4, 4): "P"}
    assert value_of(card, "N") == {(4, 3): "none", (4, 4): "none"}
    assert value_of(card, "O") == {(4, 3): "open", (4, 4): "open"}


def test_merging_takes_every_link_and_possible_where_labels_differ() -> None:
    first, second = {(4, 4): "S", (4, 3): "P"}, {(4, 4): "P", (3, 4): "S"}
    [card] = build_cards(dispute(first, second), {})
    [text] = [choice.text for choice in card.choices if "M" in choice.keys]
    assert text == "Merge: 1 Sure, 2 Possible"
    assert value_of(card, "M") == {(4, 4): "P", (4, 3): "P", (3, 4): "S"}
    decisions = {cell: made(decision) for cell, decision in value_of(card, "M").items()}
    assert build_cards(dispute(first, second), decisions)[0].outcome == "Merged: 1 Sure, 2 Possible"


def test_merging_is_not_offered_where_another_key_says_the_same() -> None:
    [card] = build_cards(dispute(PHRASE, {}), {})
    assert not [choice for choice in card.choices if "M" in choice.keys]


def test_an_own_link_is_on_the_card_that_it_touches() -> None:
    case = dispute({(4, 4): "S", (0, 0): "S"}, {(0, 0): "S"})
    [card] = build_cards(case, {(4, 4): made("S"), (4, 1): made("P")})
    assert card.cells == ((4, 1), (4, 4))
    assert card.outcome == "Own links: 1 Sure, 1 Possible"
    assert value_of(card, "A") == {(4, 1): None, (4, 4): "S"}
    assert value_of(card, "N") == {(4, 1): None, (4, 4): "none"}
    assert value_of(card, "S") == {(4, 1): "S", (4, 4): "S"}


def test_own_links_elsewhere_are_cards_of_their_own_in_the_order_of_the_text() -> None:
    case = dispute({(4, 4): "S", (0, 0): "S"}, {(0, 0): "S"})
    first, second = build_cards(case, {(0, 0): made("none"), (0, 1): made("S")})
    assert (first.cells, first.kinds) == (((0, 0), (0, 1)), ("linked by an adjudicator",))
    assert first.is_done
    assert first.is_by_hand
    assert value_of(first, "A") == {(0, 0): None, (0, 1): None}
    assert not [choice for choice in first.choices if "O" in choice.keys]
    assert second.cells == ((4, 4),)


def test_digits_are_shown_for_three_readings_and_for_taken_letters() -> None:
    assert not shows_digits(["A", "B"])
    assert shows_digits(["A", "B", "C"])
    assert shows_digits(["A", "S"])
    assert shows_digits(["A", "AB"])


@pytest.mark.parametrize("name", ["S", "P", "N", "O", "U", "Z", "J", "K", "W", "D", "L", "M"])
def test_an_annotator_named_like_a_key_is_taken_by_digit_only(name: str) -> None:
    [card] = build_cards(dispute({(4, 4): "S"}, {}, names=f"A{name}"), {})
    assert card.choices[1].keys == ("2",)
    assert len({key for choice in card.choices for key in choice.keys}) == sum(len(c.keys) for c in card.choices)


@pytest.mark.parametrize(
    ("policy", "links", "text"),
    [
        ("wags", ({(4, 4): "S"}, {}), "Later: left open, becomes Possible"),
        ("wags", ({(4, 4): "S"}, {(4, 4): "P"}), "Later: left open, becomes Possible"),
        ("majority", ({(4, 4): "S"}, {(4, 4): "S"}, {}), "Later: left open, becomes Sure"),
        ("majority", ({(4, 4): "S"}, {(4, 4): "P"}, {}), "Later: left open, becomes Possible"),
        ("majority", ({(4, 4): "S"}, {}, {}), "Later: left open, becomes no link"),
    ],
)
def test_open_says_what_the_policy_makes_of_it(policy: GoldPolicy, links: tuple, text: str) -> None:
    [card] = build_cards(dispute(*links, policy=policy), {})
    assert card.choices[-1].text == text


def test_outcome_names_the_decision_and_whose_reading_it_is() -> None:
    case = dispute({(4, 4): "S"}, {(4, 4): "P"}, {})
    outcomes = {
        decision: build_cards(case, {(4, 4): made(decision)})[0].outcome for decision in ("S", "P", "none", "open")
    }
    assert outcomes == {
        "S": "Sure, as A",
        "P": "Possible, as B",
        "none": "No link, as C",
        "open": "Left open: becomes Possible",
    }


def test_a_card_is_done_only_when_all_its_cells_are() -> None:
    case = dispute({(4, 4): "S", (4, 3): "P"}, {(4, 4): "P"})
    [half] = build_cards(case, {(4, 4): made("S")})
    assert not half.is_done
    assert half.outcome == ""
    [whole] = build_cards(case, {(4, 4): made("S"), (4, 3): made("P")})
    assert whole.is_done
    assert whole.outcome == "As A"


def test_a_word_that_occurs_twice_is_numbered_and_gaps_show() -> None:
    readings = {"A": Reading({(0, 0): "S", (0, 2): "S"}), "B": Reading({})}
    [card] = build_cards(Dispute(["x"], ["the", "big", "the"], readings, "wags"), {})
    words = card.readings[0].words
    assert [(word.ordinal, word.after_gap) for word in words] == [(1, False), (2, True)]


def test_a_marked_word_reads_as_no_counterpart() -> None:
    readings = {"A": Reading({(4, 4): "S"}), "B": Reading({}, frozenset([4]), frozenset([4]))}
    [card] = build_cards(Dispute(SOURCE, TARGET, readings, "wags"), {})
    assert card.readings[1].is_unaligned
    assert [word.text for word in card.readings[1].without_counterpart] == ["orphan"]


def test_agreed_links_are_listed_as_link_groups() -> None:
    case = dispute({(0, 0): "S", (1, 0): "S", (4, 4): "S"}, {(0, 0): "S", (1, 0): "S", (4, 4): "P"})
    [(source, target, labels)] = list_agreed(case)
    assert [word.text for word in source] == ["da", "tempi"]
    assert [word.text for word in target] == ["since"]
    assert labels == LabelCounts(sure=2)


def test_every_source_word_is_compared() -> None:
    rows = compare_words(dispute({(0, 0): "S"}, {(0, 0): "S", (4, 4): "P"}))
    assert [differs for _, _, differs in rows] == [False, False, False, False, True]


def test_entries_are_read_back_as_written() -> None:
    entries = [(3, 1, "S"), (3, 2, "none"), (4, 0, None), (12, 7, "open")]
    assert read_entries(write_entries(entries)) == entries


@pytest.mark.parametrize("text", ["", "3-1", "3-1=X", "3-1=S,", "-1-2=S", "3-1=S;3-2=S"])
def test_a_broken_entry_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="The decision is not valid"):
        read_entries(text)


def test_last_action_remembers_what_stood_before() -> None:
    first = {"decisions": [[0, 0, None, "S"]], "note": "why"}
    second = {"decisions": [[0, 0, "S", "P"], [0, 1, None, "none"]], "note": ""}
    action = last_action([(1, first), (2, second)])
    assert action is not None
    assert action.operation == 2
    assert action.before == {(0, 0): ("S", "why"), (0, 1): None}
    undone = {"decisions": [], "note": "", "undoes": 2}
    before_that = last_action([(1, first), (2, second), (3, undone)])
    assert before_that is not None
    assert before_that.before == {(0, 0): None}
