"""Repeats of a list: so many exactly, each after its original, and never directly."""

from hypothesis import given
from hypothesis import strategies as st

from idiomaticity.lists.repeating import choose_repeats, count_due, count_most_repeats, must_come_first

LENGTHS, COUNTS, SEEDS = st.integers(1, 40), st.integers(0, 20), st.integers(0, 9)


@given(st.lists(LENGTHS, max_size=8), COUNTS, SEEDS)
def test_every_list_has_so_many_of_its_own_items(lengths: list[int], count: int, seed: int) -> None:
    lists = [list(range(100 * at, 100 * at + length)) for at, length in enumerate(lengths)]
    chosen = choose_repeats(lists, count=count, seed=seed)
    for items in lists:
        assert len(chosen & set(items)) == min(count, len(items) // 2)
    assert len(chosen) <= sum(map(len, lists))
    assert chosen == choose_repeats([each[::-1] for each in lists], count=count, seed=seed)


@given(st.integers(2, 40), st.data())
def test_no_repeat_follows_its_original_directly(length: int, data: st.DataObject) -> None:
    """In whichever order a rater meets the list: the search takes any item that is allowed."""
    count = data.draw(st.integers(0, count_most_repeats(length)))
    ratings, originals, shown = list(range(length)), set(range(count)), list[int]()
    given_again = 0
    while ratings or given_again < count:
        begun = length - len(ratings)
        if given_again < count_due(begun, length, count) or not ratings:
            # Those rated first are repeated first.
            shown.append([item for item in shown if item in originals][given_again])
            given_again += 1
            continue
        waiting = [item for item in ratings if item in originals]
        allowed = waiting if must_come_first(len(waiting), begun, length) else ratings
        shown.append(data.draw(st.sampled_from(allowed)))
        ratings.remove(shown[-1])
    assert len(shown) == length + count
    for item in originals:
        first, second = (place for place, each in enumerate(shown) if each == item)
        assert second - first > count
