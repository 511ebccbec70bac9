"""Shares as quotas: of pairs on the ring, and of an annotator's searches."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from annotation_site.assignments.quotas import count_in_list, draw_order, falls_in_share, place_on_ring

SEEDS = range(40)


@pytest.mark.parametrize(("share", "block"), [(25, 4), (50, 4), (5, 20), (15, 20), (40, 20), (33, 100), (1, 100)])
def test_every_block_of_pairs_has_its_share(share: int, block: int) -> None:
    for seed in SEEDS:
        chosen = [place_on_ring(seed, number) < share / 100 for number in range(1, 301)]
        counts = {sum(chosen[start : start + block]) for start in range(0, 300, block)}
        assert counts == {share * block // 100}


def test_of_26_pairs_a_quarter_is_6_or_7() -> None:
    counts = {sum(place_on_ring(seed, number) < 0.25 for number in range(1, 27)) for seed in SEEDS}
    assert counts == {6, 7}


def test_the_number_of_a_pair_does_not_give_its_place_away() -> None:
    """Over seeds, a pair is a control as often at each number, and whatever the pair two before it is."""
    chosen = [[place_on_ring(seed, number) < 0.25 for number in range(1, 21)] for seed in range(2_000)]
    for position in range(20):
        assert sum(row[position] for row in chosen) / 2_000 == pytest.approx(0.25, abs=0.04)
    patterns = Counter(tuple(row) for row in chosen)
    assert max(patterns.values()) < 20


def test_places_follow_from_seed_and_number_alone() -> None:
    """Pinned, because a pair must stay in its group over versions of Python and of Interlinea."""
    places = [round(place_on_ring(7, number), 6) for number in (1, 2, 3, 4, 101)]
    assert places == [0.743626, 0.430672, 0.159385, 0.850323, 0.752216]


@pytest.mark.parametrize(("length", "count"), [(23, 3), (11, 1), (2, 1), (5, 0)])
def test_every_list_has_the_same_number_of_checks(length: int, count: int) -> None:
    """Each at a place of its own, which differs from worker to worker; a longer way adds none."""
    ways = {
        tuple(count_in_list(f"check:{worker}", place, length, count) for place in range(length + 5))
        for worker in range(200)
    }
    assert {way[-1] for way in ways} == {way[length - 1] for way in ways} == {count}
    assert all(after - before in (0, 1) for way in ways for before, after in pairwise(way))
    assert len(ways) > 1 or not count


def test_no_share_gives_no_checks() -> None:
    assert not any(falls_in_share("x", search, 0) for search in range(200))


def test_without_a_list_every_twenty_searches_have_their_share() -> None:
    for annotator in range(100):
        found = [falls_in_share(f"{annotator}", search, 15) for search in range(200)]
        assert {sum(found[start : start + 20]) for start in range(0, 200, 20)} == {3}


@pytest.mark.parametrize("number", [0, 1, 2, 5, 17, 100])
def test_an_order_is_that_of_a_sample_of_all(number: int) -> None:
    """Places that projects have do not move."""
    for seed in SEEDS:
        assert draw_order(Random(seed), number) == Random(seed).sample(range(number), number)
