from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.readings.links import Cell, Decision, GoldPolicy, Reading, gold_links
from alignment.releases.provenance import LinkOrigin, explain_links, labelled, name_outcome

A = Reading({(0, 0): "S", (1, 1): "S", (2, 2): "S"})
B = Reading({(0, 0): "S", (1, 1): "P", (3, 3): "S"})
CELLS = st.tuples(st.integers(0, 4), st.integers(0, 4))
READINGS = st.lists(st.builds(Reading, st.dictionaries(CELLS, st.sampled_from("SP"))), min_size=3, max_size=4)
DECISIONS = st.dictionaries(CELLS, st.sampled_from(["S", "P", "none", "open"]))


def explain(decisions: dict[Cell, Decision], policy: GoldPolicy = "wags") -> dict[Cell, LinkOrigin]:
    return {origin.cell: origin for origin in explain_links([A, B], decisions, policy, {(2, 2)})}


def test_agreed_undecided_and_decided_links_are_told_apart() -> None:
    origins = explain({(2, 2): "none", (3, 3): "open"})
    assert origins[0, 0] == LinkOrigin((0, 0), "S", "agreed")
    assert origins[1, 1] == LinkOrigin((1, 1), "P", "policy")
    assert origins[2, 2] == LinkOrigin((2, 2), None, "decided", is_noted=True)
    assert origins[3, 3] == LinkOrigin((3, 3), "P", "policy", is_left_open=True)


def test_the_vote_drops_links_too() -> None:
    readings = [A, B, Reading({(0, 0): "S", (2, 2): "P"})]
    origins = {origin.cell: (origin.label, origin.cause) for origin in explain_links(readings, {}, "majority")}
    assert origins == {
        (0, 0): ("S", "agreed"),
        (1, 1): ("P", "majority"),
        (2, 2): ("P", "majority"),
        (3, 3): (None, "majority"),
    }


def test_counts_tell_kept_from_dropped() -> None:
    origins = explain({(2, 2): "none", (3, 3): "S"}).values()
    counted = Counter(name_outcome(origin.label, origin.cause) for origin in origins)
    assert counted == {"agreed": 1, "policy": 1, "decided": 1, "dropped_by_decided": 1}


@given(READINGS, DECISIONS, st.sampled_from(["wags", "och-ney", "majority"]))
def test_origins_with_a_label_are_the_gold_links(
    readings: list[Reading], decisions: dict[Cell, Decision], policy: GoldPolicy
) -> None:
    origins = list(explain_links(readings, decisions, policy))
    assert labelled(origins) == gold_links(readings, decisions, policy)
    assert [LinkOrigin.from_json(origin.to_json()) for origin in origins] == origins


@pytest.mark.parametrize("row", [{"label": "X", "by": "agreed"}, {"label": "S", "by": "somebody"}])
def test_an_unknown_origin_is_refused(row: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="no origin"):
        LinkOrigin.from_json({"link": "0-0", **row})
