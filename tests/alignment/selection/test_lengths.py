from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from alignment.selection.lengths import Bounds, cut_tails, find_ratio_bounds
from alignment.selection.sampling import allocate, sample_numbers


@given(st.lists(st.integers(1, 60), min_size=1, max_size=200), st.integers(0, 49))
def test_at_most_the_tail_is_cut_and_not_one_length_less(lengths: list[int], per_cent: int) -> None:
    tail = per_cent / 100
    low, high = cut_tails(Counter(lengths), tail)
    allowed = tail * len(lengths)
    assert sum(length < low for length in lengths) <= allowed < sum(length <= low for length in lengths)
    assert sum(length > high for length in lengths) <= allowed < sum(length >= high for length in lengths)


def test_ratios_far_from_the_middle_are_out() -> None:
    usual = Counter({(10, 10): 40, (10, 11): 30, (10, 12): 10, (10, 9): 20})
    low, high = find_ratio_bounds(usual, 3.5) or (0, 0)
    bounds = Bounds((1, 99), (1, 99), (low, high))
    assert bounds.find_fault(10, 12) is None
    assert bounds.find_fault(10, 40) == bounds.find_fault(40, 10) == "ratio"


def test_one_ratio_for_most_pairs_makes_no_outliers() -> None:
    assert find_ratio_bounds(Counter({(10, 10): 9, (10, 30): 1}), 3.5) is None
    assert find_ratio_bounds({}, 3.5) is None


@given(st.dictionaries(st.integers(0, 8), st.integers(1, 500)), st.integers(0, 2_000))
def test_shares_add_up_and_stay_within_one_of_their_part(counts: dict[int, int], size: int) -> None:
    taken, total = allocate(counts, size), sum(counts.values())
    assert sum(taken.values()) == min(size, total)
    for stratum, count in counts.items():
        assert abs(taken[stratum] - min(size, total) * count / max(total, 1)) < 1


def test_a_larger_sample_holds_the_smaller_one() -> None:
    numbers = range(1, 1_000)
    small, large = sample_numbers(numbers, 50, 3), sample_numbers(numbers, 60, 3)
    assert set(small) < set(large)
    # Written down: no version of Python or numpy may change a published choice.
    assert sample_numbers(range(1, 21), 5, 42) == [2, 5, 9, 18, 19]
