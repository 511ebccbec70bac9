"""The demo's sentence pairs are whole, consistent and disputed enough to be worth adjudicating."""

import json
from pathlib import Path
from typing import Any

import pytest

DEMO = Path(__file__).parents[3] / "alignment" / "demo"
PAIRS: list[dict[str, Any]] = json.loads((DEMO / "pairs.json").read_text(encoding="utf-8"))

Cell = tuple[int, int]


def parse(links: str) -> list[Cell]:
    cells = []
    for link in links.split():
        source, target = link.split("-")
        cells.append((int(source), int(target)))
    return cells


def labelled(reading: dict[str, Any]) -> dict[Cell, str]:
    sure, possible = parse(reading["sure"]), parse(reading["possible"])
    labels = dict.fromkeys(sure, "S") | dict.fromkeys(possible, "P")
    assert len(labels) == len(sure) + len(possible), "a link is written twice"
    return labels


def disputed(pair: dict[str, Any]) -> set[Cell]:
    first, second = (labelled(pair["readings"][name]) for name in "AB")
    return {cell for cell in first.keys() | second.keys() if first.get(cell) != second.get(cell)}


READINGS = [
    pytest.param(pair, reading, id=f"{pair['identifier']}-{name}")
    for pair in PAIRS
    for name, reading in pair["readings"].items()
]
READ_TWICE = [pair for pair in PAIRS if set(pair["readings"]) == {"A", "B"}]
ADJUDICATED = [pair for pair in PAIRS if "decisions" in pair]


def test_there_is_work_done_half_done_and_waiting() -> None:
    assert 27 <= len(PAIRS) <= 33
    assert len({pair["identifier"] for pair in PAIRS}) == len(PAIRS)
    readers = ["".join(sorted(pair["readings"])) for pair in PAIRS]
    assert (readers.count("AB"), readers.count("A"), readers.count("")) == (24, 3, 3)
    assert 8 <= len(ADJUDICATED) <= 12


def test_lengths_run_from_a_few_words_to_a_long_sentence() -> None:
    lengths = [len(pair["source"].split()) for pair in PAIRS]
    assert min(lengths) <= 4
    assert sum(25 <= length <= 40 for length in lengths) >= 2
    assert max(lengths) <= 40


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["identifier"])
def test_sentences_are_tokenised_with_single_spaces(pair: dict[str, Any]) -> None:
    for sentence in (pair["source"], pair["target"]):
        assert sentence == " ".join(sentence.split())
        assert sentence[-2:] in {" .", " ?", " !"}
    assert all("'" not in token[:-1] for token in pair["target"].split()), "an elided article stands apart"


@pytest.mark.parametrize(("pair", "reading"), READINGS)
def test_every_token_is_linked_or_marked_and_never_both(pair: dict[str, Any], reading: dict[str, Any]) -> None:
    cells = labelled(reading)
    for axis, side in enumerate(("source", "target")):
        linked = {cell[axis] for cell in cells}
        marked = set(reading[f"unaligned_{side}"])
        assert not linked & marked
        assert linked | marked == set(range(len(pair[side].split())))


def test_decisions_settle_exactly_the_disagreements_of_a_pair() -> None:
    for pair in ADJUDICATED:
        cells = [tuple(decision["cell"]) for decision in pair["decisions"]]
        assert len(set(cells)) == len(cells)
        assert set(cells) == disputed(pair), pair["identifier"]


def test_every_kind_of_decision_occurs_and_some_give_a_reason() -> None:
    decisions = [decision for pair in ADJUDICATED for decision in pair["decisions"]]
    assert {decision["decision"] for decision in decisions} == {"S", "P", "none", "open"}
    assert all(any(decision["note"] for decision in pair["decisions"]) for pair in ADJUDICATED)


def test_annotators_agree_on_most_links_but_not_on_all() -> None:
    common = drawn = 0
    for pair in READ_TWICE:
        first, second = (set(labelled(pair["readings"][name])) for name in "AB")
        common += len(first & second)
        drawn += len(first) + len(second)
    assert 0.80 <= 2 * common / drawn <= 0.97
    assert any(not disputed(pair) for pair in READ_TWICE)


def test_comments_come_from_somebody_who_read_the_pair() -> None:
    comments = [(pair, comment) for pair in PAIRS for comment in pair.get("comments", [])]
    assert len(comments) == 3
    for pair, comment in comments:
        assert comment["by"] in pair["readings"]
        assert comment["text"].strip()
