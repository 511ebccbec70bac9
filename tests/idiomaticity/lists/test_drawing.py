"""Lists of items: every item once, no compound twice, one length, and a Latin square where there can be one."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idiomaticity.lists.drawing import Entry, draw_lists

SIZES = st.lists(st.integers(1, 5), max_size=40)
LENGTHS, SEEDS = st.integers(1, 30), st.integers(0, 9)


def make_entries(sizes: list[int], first_sentence: int = 1) -> list[Entry]:
    """Return entries for compounds with so many sentences; the number of an item tells both."""
    return [
        Entry(100 * compound + sentence, compound, sentence)
        for compound, size in enumerate(sizes, start=1)
        for sentence in range(first_sentence, first_sentence + size)
    ]


def compounds_of(items: list[int]) -> list[int]:
    return [item // 100 for item in items]


@given(SIZES, LENGTHS, SEEDS)
def test_every_item_is_in_one_list_and_no_compound_twice_in_any(sizes: list[int], length: int, seed: int) -> None:
    entries = make_entries(sizes)
    lists = draw_lists(entries, length=length, seed=seed, is_apart=True)
    assert sorted(item for each in lists for item in each) == [entry.item for entry in entries]
    for each in lists:
        assert len(each) <= length
        assert len(set(compounds_of(each))) == len(each)
    lengths = {len(each) for each in lists if each}
    assert not lengths or max(lengths) - min(map(len, lists)) <= 1


@given(SIZES, LENGTHS, SEEDS)
def test_together_no_compound_is_divided(sizes: list[int], length: int, seed: int) -> None:
    entries = make_entries(sizes)
    if max(sizes, default=0) > length:
        with pytest.raises(ValueError, match="has no room for a compound that is rated"):
            draw_lists(entries, length=length, seed=seed, is_apart=False)
        return
    lists = draw_lists(entries, length=length, seed=seed, is_apart=False)
    assert sorted(item for each in lists for item in each) == [entry.item for entry in entries]
    assert all(0 < len(each) <= length for each in lists)
    found = Counter(compound for each in lists for compound in set(compounds_of(each)))
    assert set(found.values()) <= {1}


@given(st.integers(1, 5), st.integers(1, 30), LENGTHS, SEEDS)
def test_each_list_has_each_sentence_number_equally_often(
    sentences: int, compounds: int, length: int, seed: int
) -> None:
    lists = draw_lists(make_entries([sentences] * compounds), length=length, seed=seed, is_apart=True)
    for each in lists:
        counts = Counter(item % 100 for item in each)
        numbers = [counts[number] for number in range(1, sentences + 1)]
        assert max(numbers) - min(numbers) <= 1


def test_three_sentences_of_six_compounds_make_the_latin_square_of_the_books() -> None:
    lists = draw_lists(make_entries([3] * 6), length=6, seed=1, is_apart=True)
    assert len(lists) == 3
    for each in lists:
        assert sorted(compounds_of(each)) == [1, 2, 3, 4, 5, 6]
        assert Counter(item % 100 for item in each) == {1: 2, 2: 2, 3: 2}


def test_the_study_of_840_sentences_in_lists_of_twenty() -> None:
    lists = draw_lists(make_entries([3] * 280), length=20, seed=3, is_apart=True)
    assert (len(lists), {len(each) for each in lists}) == (42, {20})


def test_the_same_seed_gives_the_same_lists_in_whichever_order_the_items_come() -> None:
    entries = make_entries([3, 2, 3, 1, 3])
    drawn = [draw_lists(each, length=4, seed=5, is_apart=True) for each in (entries, entries[::-1])]
    assert drawn[0] == drawn[1]
    assert draw_lists(entries, length=4, seed=6, is_apart=True) != drawn[0]


def test_a_compound_by_itself_counts_like_one_more_sentence() -> None:
    """One group of raters, asked at both levels, is not asked about a compound twice."""
    lists = draw_lists(make_entries([4] * 4, first_sentence=0), length=4, seed=1, is_apart=True)
    assert [sorted(item % 100 for item in each) for each in lists] == [[0, 1, 2, 3]] * 4
