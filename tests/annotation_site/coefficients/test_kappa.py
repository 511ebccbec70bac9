"""Published values, and the weighted O(N) form against the textbook coincidence matrix."""

import csv
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation_site.coefficients.alpha import Ratings, alpha_interval, krippendorff_alpha
from annotation_site.coefficients.figure import LEVELS
from annotation_site.coefficients.kappa import CategorySums, fleiss_kappa, nominal_alpha
from annotation_site.coefficients.unit_counts import UnitCounts
from tests.shared_data import shared

# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", three coders and fifteen units; `*` is missing.
CODERS = ("*****34121133*3", "1*213343*******", "**21344*21133*4")


def long_form(coders):
    rows = [
        (unit, coder, float(value))
        for coder, values in enumerate(coders)
        for unit, value in enumerate(values)
        if value != "*"
    ]
    return [list(column) for column in zip(*rows, strict=True)]


def textbook_alpha(units, values, level):
    """Compute alpha from the coincidence matrix, as printed; quadratic, and independent of the code under test."""
    by_unit = {}
    for unit, value in zip(units, values, strict=True):
        by_unit.setdefault(unit, []).append(value)
    coincidences = Counter()
    for given_values in by_unit.values():
        for pair in permutations(given_values, 2):
            coincidences[pair] += 1 / (len(given_values) - 1)
    totals = Counter()
    for (value, _), count in coincidences.items():
        totals[value] += count
    n = sum(totals.values())

    def delta(c, k):
        if level == "nominal":
            return float(c != k)
        if level == "interval":
            return (c - k) ** 2
        if level == "ratio":
            return ((c - k) / (c + k)) ** 2 if c + k else 0.0
        low, high = sorted((c, k))
        between = sum(count for value, count in totals.items() if low <= value <= high)
        return (between - (totals[c] + totals[k]) / 2) ** 2 if c != k else 0.0

    observed = sum(count * delta(c, k) for (c, k), count in coincidences.items()) / n
    expected = sum(totals[c] * totals[k] * delta(c, k) for c in totals for k in totals) / (n * (n - 1))
    return 1 - observed / expected if expected else None


@pytest.mark.parametrize(("level", "expected"), [("nominal", 0.691), ("ordinal", 0.807), ("interval", 0.811)])
def test_krippendorffs_worked_example(level, expected):
    assert round(krippendorff_alpha(*long_form(CODERS), level).value, 3) == expected


@settings(deadline=None)
@given(
    st.dictionaries(
        st.tuples(st.integers(0, 6), st.integers(0, 4)), st.integers(0, 5).map(float), min_size=1, max_size=30
    ),
    st.sampled_from(LEVELS),
)
def test_every_level_equals_the_coincidence_matrix(ratings, level):
    units, annotators = [cell[0] for cell in ratings], [cell[1] for cell in ratings]
    values = list(ratings.values())
    shared_units = {unit for unit, count in Counter(units).items() if count > 1}
    kept = [(unit, value) for unit, value in zip(units, values, strict=True) if unit in shared_units]
    figure = krippendorff_alpha(units, annotators, values, level)
    expected = textbook_alpha(*zip(*kept, strict=True), level) if kept else None
    if expected is None:
        assert figure.value is None
        assert figure.reason
    else:
        assert figure.value == pytest.approx(expected, abs=1e-9)


def test_order_and_shift_do_not_matter():
    units, annotators, values = long_form(CODERS)
    far = [value + 1e9 for value in reversed(values)]
    figure = krippendorff_alpha(units[::-1], annotators[::-1], far, "interval")
    assert figure.value == pytest.approx(krippendorff_alpha(units, annotators, values, "interval").value)


@pytest.mark.parametrize(
    ("units", "values", "reason"),
    [
        ([1, 2], [1, 2], "No units were rated by two annotators."),
        ([1, 1], [3, 3], "All values are equal"),
        ([], [], "No units"),
    ],
)
def test_undefined_alpha_has_a_reason(units, values, reason):
    for level in LEVELS:
        figure = krippendorff_alpha(units, range(len(units)), values, level)
        assert figure.value is None
        assert figure.reason.startswith(reason)


@pytest.mark.parametrize(
    ("annotators", "values", "level", "message"),
    [
        (["a", "a"], [1, 2], "nominal", "An annotator has rated a unit twice."),
        (["a", "b"], [1, float("nan")], "interval", "finite"),
        (["a", "b"], [1, -2], "ratio", "0 or more"),
        (["a"], [1, 2], "nominal", "same length"),
    ],
)
def test_impossible_ratings_are_refused(annotators, values, level, message):
    with pytest.raises(ValueError, match=message):
        krippendorff_alpha(["u", "u"], annotators, values, level)


def test_weights_stand_for_copies_of_units():
    units, annotators, values = long_form(CODERS)
    for level in LEVELS:
        ratings = Ratings.from_long_form(units, annotators, values, level)
        copied = [
            (f"{unit}-{copy}", annotator, value)
            for unit, annotator, value in zip(units, annotators, values, strict=True)
            for copy in range(3)
        ]
        weighted = ratings.alpha(np.full(ratings.units, 3)).value
        assert weighted == pytest.approx(krippendorff_alpha(*zip(*copied, strict=True), level).value)


def make_ratings(units):
    generator = np.random.default_rng(7)
    truth = generator.integers(0, 6, units)
    rows = [
        (unit, annotator, int(np.clip(truth[unit] + generator.integers(-1, 2), 0, 5)))
        for unit in range(units)
        for annotator in range(4)
    ]
    return [list(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("level", LEVELS)
def test_bootstrap_holds_the_value_and_repeats_with_its_seed(level):
    ratings = make_ratings(60)
    interval = alpha_interval(*ratings, level, resamples=200, seed=3)
    assert (interval.method, interval.resamples, interval.seed) == ("bootstrap", 200, 3)
    assert interval.low < krippendorff_alpha(*ratings, level).value < interval.high
    assert interval == alpha_interval(*ratings, level, resamples=200, seed=3)
    assert interval != alpha_interval(*ratings, level, resamples=200, seed=4)


def test_few_units_get_a_jackknife():
    units, annotators, values = make_ratings(12)
    interval = alpha_interval(units, annotators, values, "interval")
    assert interval.method == "jackknife"
    assert interval.low < krippendorff_alpha(units, annotators, values, "interval").value < interval.high
    assert alpha_interval([1, 1], ["a", "b"], [1, 2], "interval").reason


def test_no_interval_goes_beyond_perfect_agreement():
    counts = [(2, 0), (0, 2), (2, 0), (0, 2), (1, 1)]
    values = [value for zeros, ones in counts for value in [0] * zeros + [1] * ones]
    units = [unit for unit in range(len(counts)) for _ in "ab"]
    assert alpha_interval(units, list("ab") * len(counts), values, "nominal").high == 1
    assert UnitCounts.from_table((0, 1), counts).intervals(["nominal"])["nominal"].high == 1


def test_fleiss_kappa_by_hand():
    # Three raters: AAA, AAB, BBB, ABB -> P̄ = (1 + 1/3 + 1 + 1/3)/4 = 2/3, P̄e = 1/2, κ = 1/3
    sums = CategorySums(3, 4, 8 / 3, {"A": 6, "B": 6})
    assert fleiss_kappa([sums]).value == pytest.approx(1 / 3)
    halves = CategorySums(3, 2, 4 / 3, {"A": 5, "B": 1}), CategorySums(3, 2, 4 / 3, {"A": 1, "B": 5})
    assert halves[0] + halves[1] == sums
    assert fleiss_kappa(halves) == fleiss_kappa([sums])


def test_nominal_alpha_from_sums_equals_that_from_ratings():
    units, annotators, values = make_ratings(40)
    items = {}
    for unit, value in zip(units, values, strict=True):
        items.setdefault(unit, Counter())[str(value)] += 1
    agreement = sum(n * (n - 1) for votes in items.values() for n in votes.values()) / 12
    sums = CategorySums(4, len(items), agreement, sum(items.values(), Counter()))
    expected = krippendorff_alpha(units, annotators, values, "nominal").value
    assert nominal_alpha([sums]).value == pytest.approx(expected)


def test_kappa_without_two_raters_or_two_labels_is_undefined():
    for measure in (fleiss_kappa, nominal_alpha):
        assert measure([]).value is None
        assert measure([CategorySums(1, 3, 0, {"A": 3})]).reason == "No units were labelled by two annotators."
        assert (
            "All labels are identical, so chance agreement is 1."
            in measure([CategorySums(2, 3, 3, {"A": 6, "B": 0})]).reason
        )


def test_sums_of_different_numbers_of_raters_are_kept_apart():
    two, three = CategorySums(2, 1, 1, {"A": 2}), CategorySums(3, 1, 1 / 3, {"A": 1, "B": 2})
    with pytest.raises(ValueError, match="do not add up"):
        _ = two + three
    assert fleiss_kappa([two, three]).value == pytest.approx((2 / 3 - 13 / 25) / (1 - 13 / 25))


@pytest.fixture(scope="module")
def compounds():
    path = shared("data/idiomaticity/scientific-compounds/all_judgements_anon.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, skipinitialspace=True))


def alphas(rows):
    units = [(row["compound"], row["constituent"]) for row in rows]
    annotators = [row["anonymized_annotator_id"] for row in rows]
    values = [int(row["rating"]) for row in rows]
    levels = ("nominal", "ordinal", "interval")
    return tuple(round(krippendorff_alpha(units, annotators, values, level).value, 4) for level in levels)


def without_excluded(rows):
    return [row for row in rows if not row["anonymized_annotator_id"].endswith("_excluded")]


def test_scientific_compounds(compounds):
    assert alphas(compounds) == (0.0428, 0.1083, 0.0976)
    assert alphas(without_excluded(compounds)) == (0.0466, 0.1179, 0.1022)


@pytest.mark.parametrize(("position", "expected"), [(0, (0.0509, 0.1341, 0.1209)), (1, (0.0413, 0.0995, 0.0827))])
def test_scientific_compounds_by_constituent(compounds, position, expected):
    rows = [row for row in without_excluded(compounds) if row["compound"].split()[position] == row["constituent"]]
    assert alphas(rows) == expected


@pytest.mark.parametrize(
    ("annotators", "expected"),
    [
        ((5, 63, 79), (0.0319, 0.2460, 0.2654)),
        ((5, 63), (0.2342, 0.2592)),
        ((5, 79), (0.1850, 0.2116)),
        ((16, 23), (0.3448, 0.3131)),
        ((63, 79), (0.3192, 0.3196)),
    ],
)
def test_scientific_compounds_of_few_annotators(compounds, annotators, expected):
    chosen = {f"annotator_{number}" for number in annotators}
    rows = [row for row in compounds if row["anonymized_annotator_id"] in chosen]
    units = Counter((row["compound"], row["constituent"]) for row in rows)
    common = [row for row in rows if units[row["compound"], row["constituent"]] == len(annotators)]
    assert alphas(common)[-len(expected) :] == expected
