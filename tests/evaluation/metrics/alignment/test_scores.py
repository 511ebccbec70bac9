"""Rates by hand, the 13 Hansards values, and the bootstrap against plain resampling."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.formats import ALIGNMENT_FORMATS, open_text
from annotation_site.coefficients.percentiles import percentile_interval
from annotation_site.coefficients.resampling import Resampling, resample_sums
from evaluation.metrics.alignment.scores import AlignmentCounts, EmptySystemError, bootstrap, count_links, score
from evaluation.metrics.signature import write_signature
from tests.shared_data import shared

GOLD = {(0, 0): "S", (1, 1): "S", (2, 2): "P"}


def test_counts_of_one_pair():
    assert count_links(GOLD, [(0, 0), (2, 2), (5, 5)]) == AlignmentCounts(3, 1, 2, 2)


def test_a_link_given_twice_counts_once():
    assert count_links(GOLD, [(0, 0), (0, 0)]) == AlignmentCounts(1, 1, 1, 2)


def test_scores_by_hand():
    scores = score(AlignmentCounts(3, 1, 2, 2))
    assert scores.precision == pytest.approx(2 / 3)
    assert scores.recall == pytest.approx(1 / 2)
    assert scores.aer == pytest.approx(1 - 3 / 5)
    assert scores.f == pytest.approx(4 / 7)


def test_alpha_of_f_weighs_precision():
    counts = AlignmentCounts(3, 1, 2, 2)
    assert score(counts, 1.0).f == pytest.approx(score(counts).precision)
    assert score(counts, 0.0).f == pytest.approx(score(counts).recall)
    assert score(counts, 0.3).f == pytest.approx(1 / (0.3 / (2 / 3) + 0.7 / 0.5))


def test_micro_is_over_the_whole_set():
    total = AlignmentCounts(1, 1, 1, 1) + AlignmentCounts(9, 0, 0, 1)
    assert score(total).precision == pytest.approx(0.1)


def test_an_empty_system_is_an_error():
    with pytest.raises(EmptySystemError, match="no links"):
        score(AlignmentCounts(0, 0, 0, 4))


def test_without_sure_gold_recall_is_undefined_with_a_reason():
    scores = score(AlignmentCounts(2, 0, 1, 0))
    assert (scores.recall, scores.f) == (None, None)
    assert scores.reasons["recall"] == "The gold standard has no Sure links."
    assert scores.aer == pytest.approx(0.5)


def test_nothing_right_gives_f_0():
    assert score(AlignmentCounts(2, 0, 0, 3)).f == 0


@given(
    st.dictionaries(st.tuples(st.integers(0, 5), st.integers(0, 5)), st.sampled_from("SP"), min_size=1),
    st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1),
)
def test_rates_stay_between_0_and_1(gold, system):
    scores = score(count_links(gold, system))
    rates = [scores.aer, scores.precision, scores.recall, scores.f]
    assert all(-1e-12 <= rate <= 1 + 1e-12 for rate in rates if rate is not None)


def make_counts(pairs):
    generator = np.random.default_rng(1)
    sure = generator.integers(1, 10, pairs)
    hits = generator.binomial(sure, 0.8)
    return [AlignmentCounts(int(s) + 2, int(h), int(h) + 1, int(s)) for s, h in zip(sure, hits, strict=True)]


def test_interval_holds_the_score_and_repeats_with_its_seed():
    counts = make_counts(80)
    intervals = bootstrap(counts, resamples=500, seed=3)
    scores = score(sum(counts, AlignmentCounts()))
    for name, (low, high) in intervals.items():
        assert low < getattr(scores, name) < high
    assert intervals == bootstrap(counts, resamples=500, seed=3)
    assert intervals != bootstrap(counts, resamples=500, seed=4)


def test_a_table_in_pieces_is_sampled_as_a_whole():
    chance = np.random.default_rng(3)
    table = np.column_stack([np.ones(900), chance.random(900), chance.integers(0, 5, 900)])
    pieces = Resampling(900, 3, resamples=4000, seed=7)
    for start in range(0, 900, 250):
        pieces.add(table[start : start + 250])
    sums = pieces.sums()
    assert (sums[:, 0] == 900).all()
    whole = resample_sums(table, resamples=4000, seed=8)
    for column in (1, 2):
        assert sums[:, column].mean() == pytest.approx(table[:, column].sum(), rel=0.002)
        # Over all rows the variance is 900 times that of one; samples by piece alone would have too little.
        assert sums[:, column].var() == pytest.approx(900 * table[:, column].var(), rel=0.08)
        assert sums[:, column].var() == pytest.approx(whole[:, column].var(), rel=0.1)


def test_a_table_of_another_length_than_announced_is_refused():
    short, long = (Resampling(3, 1, resamples=2, seed=1) for _ in range(2))
    short.add(np.ones((2, 1)))
    with pytest.raises(ValueError, match="There are fewer segments than announced"):
        short.sums()
    with pytest.raises(ValueError, match="There are more segments than announced"):
        long.add(np.ones((4, 1)))


def test_resample_sums_are_sums_of_sampled_rows(monkeypatch):
    table = np.array([[1.0, 10.0], [2.0, 20.0], [4.0, 40.0]])
    sums = resample_sums(table, resamples=50, seed=5)
    sampled = np.random.default_rng(5).integers(0, 3, (50, 3))
    assert np.array_equal(sums, table[sampled].sum(axis=1))
    monkeypatch.setattr(
        "annotation_site.coefficients.resampling._BLOCK", 7
    )  # blocks of two resamples: the same picks follow
    assert np.array_equal(resample_sums(table, resamples=50, seed=5), sums)


def test_undefined_resamples_are_left_out_of_the_interval():
    assert percentile_interval([float("nan"), 1.0, 1.0]) == (1.0, 1.0)
    assert percentile_interval([float("nan")]) is None
    with pytest.raises(ValueError, match="at least one"):
        resample_sums(np.empty((0, 4)), resamples=10, seed=1)


def test_signature_names_what_produced_a_figure():
    assert write_signature("x", "1.2", pairs=3, dropped_nulls="yes") == "x|pairs:3|dropped-nulls:yes|version:1.2"


SYMMETRISATIONS = ("", ".reverse", ".intersection", ".union", ".grow-diagonal", ".grow-diagonal-final")
HANSARDS = {
    "fastalign": (16.4, 15.9, 11.2, 19.5, 10.5, 12.1),
    "giza": (8.0, 9.8, 7.6, 9.9, 5.9, 6.2),
}
SYSTEMS = [
    (f"{aligner}/test.enfr{symmetrisation}.talp", aer)
    for aligner, rates in HANSARDS.items()
    for symmetrisation, aer in zip(SYMMETRISATIONS, rates, strict=True)
] + [("enfr.awesome-align.out", 4.1)]


def read(path, name, base, *, reverse=False):
    with shared(f"data/alignment/hansards-enfr/{path}").open("rb") as file:
        rows = ALIGNMENT_FORMATS[name].read(open_text(file, "utf-8"), base, reverse=reverse)
        return [row.reading.links for row in rows]


@pytest.mark.parametrize(("path", "expected"), SYSTEMS)
def test_hansards_alignment_error_rates(path, expected):
    gold = read("enfr.gold", "talp", 1)
    system = read(path, "pharaoh", 0, reverse=".reverse." in path)
    counts = [count_links(g, s.keys()) for g, s in zip(gold, system, strict=True)]
    assert round(100 * score(sum(counts, AlignmentCounts())).aer, 1) == expected
