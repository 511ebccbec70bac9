"""Alpha from counts of values against the textbook's coincidence matrix and against plain resampling."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation_site.coefficients.alpha import krippendorff_alpha
from annotation_site.coefficients.figure import LEVELS
from annotation_site.coefficients.unit_counts import UnitCounts, alphas_of, count_units, unit_statistics

SCALE = tuple(range(6))
tables = st.lists(st.lists(st.integers(0, 4), min_size=6, max_size=6), min_size=1, max_size=12)


def textbook_alpha(table, level):
    """Compute alpha from the coincidence matrix of all values, cell by cell (Krippendorff 2011)."""
    matrix = np.zeros((6, 6))
    for counts in table:
        ratings = sum(counts)
        if ratings < 2:
            continue
        for c in range(6):
            for k in range(6):
                matrix[c, k] += counts[c] * (counts[k] - (c == k)) / (ratings - 1)
    n = matrix.sum(axis=1)
    if np.count_nonzero(n) < 2:
        return None

    pairs = [(c, k) for c in range(6) for k in range(6)]
    observed = sum(matrix[c, k] * difference(n, c, k, level) for c, k in pairs) / n.sum()
    expected = sum(n[c] * n[k] * difference(n, c, k, level) for c, k in pairs) / (n.sum() * (n.sum() - 1))
    return 1 - observed / expected


def difference(n, c, k, level):
    """Return the squared difference, as Krippendorff writes it for each level."""
    if c == k:
        return 0
    low, high = min(c, k), max(c, k)
    return {
        "nominal": 1,
        "interval": (c - k) ** 2,
        "ratio": ((c - k) / (c + k)) ** 2,
        "ordinal": (n[low : high + 1].sum() - (n[c] + n[k]) / 2) ** 2,
    }[level]


def spread_out(table):
    """Return units and values in long form."""
    rows = [(unit, value) for unit, counts in enumerate(table) for value in range(6) for _ in range(counts[value])]
    return [unit for unit, _ in rows], [value for _, value in rows]


def make_table(units, seed=3):
    random = np.random.default_rng(seed)
    middle = random.integers(0, 6, units)
    table = np.zeros((units, 6), dtype=np.int64)
    for unit in range(units):
        values = np.clip(middle[unit] + random.integers(-2, 3, random.integers(1, 9)), 0, 5)
        table[unit] = np.bincount(values, minlength=6)
    return table


@settings(max_examples=60, deadline=None)
@given(tables, st.sampled_from(LEVELS))
def test_alpha_is_that_of_the_coincidence_matrix(table, level):
    expected = textbook_alpha(table, level)
    counts = count_units(*spread_out(table), SCALE)
    assert counts.alpha(level).value == (None if expected is None else pytest.approx(expected, abs=1e-12))
    assert counts.unit_count == sum(sum(row) >= 2 for row in table)
    assert counts.value_count == sum(sum(row) for row in table if sum(row) >= 2)


@pytest.mark.parametrize("level", LEVELS)
def test_alpha_is_that_of_single_ratings(level):
    table = make_table(200)
    units, values = spread_out(table)
    long_form = krippendorff_alpha(units, list(range(len(units))), values, level)
    assert UnitCounts.from_table(SCALE, table).alpha(level).value == pytest.approx(long_form.value, abs=1e-12)


def test_intervals_are_those_of_units_sampled_one_by_one():
    table = make_table(400)
    pairable = table[table.sum(axis=1) >= 2]
    random = np.random.default_rng(11)
    plain = []
    for _ in range(600):
        sampled = pairable[random.integers(0, len(pairable), len(pairable))]
        plain.append(krippendorff_alpha(*_long(sampled), "ordinal").value)
    found = UnitCounts.from_table(SCALE, table).intervals(["ordinal"], resamples=4000)["ordinal"]
    assert (found.low, found.high) == pytest.approx(tuple(np.percentile(plain, [2.5, 97.5])), abs=0.006)


def _long(table):
    units, values = spread_out(table)
    return units, list(range(len(units))), values


def test_intervals_are_those_of_weighted_units_in_blocks(monkeypatch):
    counts = UnitCounts.from_table(SCALE, make_table(300))
    whole = counts.intervals(resamples=200)
    weights = np.random.default_rng(12345).multinomial(counts.unit_count, counts.units / counts.units.sum(), size=200)
    by_hand = alphas_of(weights @ unit_statistics(counts.rows), SCALE, "interval")
    assert (whole["interval"].low, whole["interval"].high) == pytest.approx(tuple(np.percentile(by_hand, [2.5, 97.5])))
    monkeypatch.setattr("annotation_site.coefficients.unit_counts._BLOCK", 7 * len(counts.units))
    blocked = counts.intervals(resamples=200)
    assert blocked.keys() == whole.keys()
    for level, interval in blocked.items():
        # BLAS may add up the last rows of a block in another order, so the last bit depends on the processor.
        assert (interval.low, interval.high) == pytest.approx((whole[level].low, whole[level].high), rel=1e-14)
        assert replace(interval, low=whole[level].low, high=whole[level].high) == whole[level]


def test_the_same_seed_gives_the_same_interval_and_says_it():
    counts = UnitCounts.from_table(SCALE, make_table(100))
    first, second = counts.intervals(["ordinal"], seed=5), counts.intervals(["ordinal"], seed=5)
    assert first == second
    assert (first["ordinal"].seed, first["ordinal"].resamples, first["ordinal"].method) == (5, 1000, "bootstrap")
    assert counts.intervals(["ordinal"], seed=6) != first


def test_few_units_have_a_jackknife():
    table = make_table(20)
    counts = UnitCounts.from_table(SCALE, table)
    pairable = table[table.sum(axis=1) >= 2]
    without = [textbook_alpha(np.delete(pairable, unit, axis=0), "ordinal") for unit in range(len(pairable))]
    spread = np.sqrt((len(pairable) - 1) * np.var(without))
    found = counts.intervals(["ordinal"])["ordinal"]
    alpha = counts.alpha("ordinal").value
    assert (found.low, found.high) == pytest.approx((alpha - 1.96 * spread, alpha + 1.96 * spread))
    assert (found.method, found.resamples, found.seed) == ("jackknife", len(pairable), None)


def test_what_is_undefined_says_why():
    alone = UnitCounts.from_table(SCALE, [[1, 0, 0, 0, 0, 0]])
    assert (alone.alpha("ordinal").value, alone.unit_count) == (None, 0)
    assert "two annotators" in alone.alpha("ordinal").reason
    equal = UnitCounts.from_table(SCALE, [[3, 0, 0, 0, 0, 0]] * 40)
    assert "equal" in equal.alpha("nominal").reason
    assert equal.intervals(["nominal"])["nominal"].low is None


def test_parts_add_up():
    table = make_table(90)
    parts = [UnitCounts.from_table(SCALE, table[:40]), UnitCounts.from_table(SCALE, table[40:])]
    together, whole = UnitCounts.add_up(parts), UnitCounts.from_table(SCALE, table)
    assert together.alpha("ratio").value == pytest.approx(whole.alpha("ratio").value)
    assert together.unit_count == whole.unit_count
    with pytest.raises(ValueError, match="add up"):
        UnitCounts.add_up([parts[0], UnitCounts.from_table((0, 1), [[1, 1]])])


def test_a_value_off_the_scale_is_refused():
    with pytest.raises(ValueError, match="not on the scale"):
        count_units(["a", "a"], [1, 6], SCALE)
    with pytest.raises(ValueError, match="or more"):
        UnitCounts.from_table((-1, 0), [[1, 1]]).alpha("ratio")
