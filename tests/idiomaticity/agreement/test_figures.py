"""Agreement of ratings: every figure against another way of computing it, and against published values."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import spearmanr

from annotation_site.coefficients.alpha import krippendorff_alpha
from annotation_site.coefficients.figure import LEVELS
from idiomaticity.agreement import figures
from idiomaticity.agreement.figures import compare_annotators, leave_out_each, measure_common, measure_scales
from idiomaticity.agreement.report import write_report
from idiomaticity.agreement.timeline import follow_by_thousand, follow_by_week
from idiomaticity.results.common_annotators import find_most_in_common
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale
from tests.evaluation.scores import long_form, make_table, read_compounds, table_of


def test_scales_are_measured_together_and_each_by_itself() -> None:
    table = table_of(*[(item, "whole", name, item % 3) for item in range(6) for name in "AB"], (1, "head", "A", 3))
    rows = measure_scales(table)
    assert [(row.scale, row.units, row.values) for row in rows] == [("all", 6, 12), ("head", 0, 0), ("whole", 6, 12)]
    assert [figure.alpha.value for figure in rows[2].figures] == [1.0] * 4
    assert [row.annotators for row in rows] == [2, 0, 2]
    assert all("two annotators" in figure.alpha.reason for figure in rows[1].figures)


@pytest.mark.parametrize("level", LEVELS)
def test_scales_agree_with_alpha_of_single_ratings(level: str) -> None:
    table = make_table(60, 12, 4)
    for row in measure_scales(table, with_intervals=False):
        scales = ["head", "modifier", "whole"] if row.scale == "all" else [row.scale]
        expected = krippendorff_alpha(*long_form(table, scales), level).value
        figure = next(figure for figure in row.figures if figure.level == level)
        assert figure.alpha.value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("scale", [PAPER_SCALE, ScoreScale(1, 7), ScoreScale(0, 100), ScoreScale(0, 100, 5)], ids=str)
def test_alpha_without_an_annotator_is_alpha_of_the_others(scale: ScoreScale, monkeypatch: pytest.MonkeyPatch) -> None:
    # As few as the widest scale needs to be looked at in several blocks.
    monkeypatch.setattr(figures, "MOST_CELLS", 100_000)
    # Items with two ratings fall away when one of the two does.
    table = make_table(50, 9, 2, scale=scale)
    for name, without in leave_out_each(table).items():
        for level, figure in without.items():
            expected = krippendorff_alpha(*long_form(table.without({name})), level).value
            assert figure.value == pytest.approx(expected, abs=1e-9)


def test_alpha_without_one_of_two_annotators_is_undefined() -> None:
    without = leave_out_each(table_of((1, "whole", "A", 0), (1, "whole", "B", 5), (2, "whole", "A", 3)))
    assert {figure.value for each in without.values() for figure in each.values()} == {None}
    assert "two annotators" in without["A"]["ordinal"].reason


@pytest.mark.parametrize("k", [2, 3, 4])
def test_annotators_with_most_in_common_are_found_exactly(k: int) -> None:
    table = make_table(40, 10, 5, seed=k)
    units, annotators, _ = long_form(table)
    of = {name: {u for u, who in zip(units, annotators, strict=True) if who == name} for name in table.annotators}
    counted = {
        places: len(set.intersection(*(of[table.annotators[place]] for place in places)))
        for places in combinations(range(10), k)
    }
    most = max(counted.values())
    found = find_most_in_common(table, k)
    assert found.units == most
    assert list(found.sets) == [places for places, units in counted.items() if units == most]


def test_a_search_that_leads_nowhere_is_given_up_with_a_reason() -> None:
    table = make_table(40, 10, 5)
    assert "too many sets" in find_most_in_common(table, 3, most_looked_at=5).reason
    assert "No 4 annotators" in measure_common(make_table(5, 3, 3), 4).reason


def test_an_annotator_is_compared_with_the_mean_of_the_others() -> None:
    scores = {"A": (0, 1, 4, 5), "B": (0, 2, 4, 5), "C": (5, 4, 1, 0)}
    table = table_of(*[(item, "whole", name, scores[name][item]) for name in scores for item in range(4)])
    worst, *_ = rows = compare_annotators(table)
    assert (worst.annotator, worst.rho.value, worst.verdict) == ("C", pytest.approx(-1), "poor")
    without = {row.annotator: row for row in compare_annotators(table, {"C"})}
    assert without["A"].rho.value == pytest.approx(1)
    assert without["A"].verdict == ""
    assert len(rows) == len(without) == 3


def test_comparison_with_the_others_agrees_with_scipy() -> None:
    table = make_table(60, 8, 4)
    units, annotators, values = long_form(table)
    rows = {row.annotator: row for row in compare_annotators(table)}
    for name in table.annotators:
        pairs = []
        for unit, who, value in zip(units, annotators, values, strict=True):
            others = [v for u, w, v in zip(units, annotators, values, strict=True) if u == unit and w != name]
            if who == name and others:
                pairs.append((value, np.mean(others)))
        assert rows[name].compared == len(pairs)
        assert rows[name].rho.value == pytest.approx(spearmanr(*zip(*pairs, strict=True)).statistic)


def test_stretches_are_measured_alone_and_with_all_before() -> None:
    table = make_table(60, 12, 4)
    rows = follow_by_thousand(table, step=50)
    assert [row.ratings for row in rows] == [50, 50, 50, 50, 40]
    assert rows[1].label == "51–100"
    for place, row in enumerate(rows):
        order = np.arange(len(table))
        alone = table.only((order >= 50 * place) & (order < 50 * (place + 1)))
        before = table.only(order < 50 * (place + 1))
        for level, figure in row.within.items():
            assert figure.value == pytest.approx(krippendorff_alpha(*long_form(alone), level).value)
            assert row.so_far[level].value == pytest.approx(krippendorff_alpha(*long_form(before), level).value)


def test_weeks_begin_on_monday_and_empty_ones_are_left_out() -> None:
    given = [(item, "whole", name, item) for item in range(3) for name in "AB"]
    # Day 738,000 is Thursday, 29 July 2021.
    table = table_of(*given, days=[738_000, 738_001, 738_004, 738_004, 738_020, 738_020])
    rows = follow_by_week(table)
    assert [(row.label, row.ratings) for row in rows] == [("2021-07-26", 2), ("2021-08-02", 2), ("2021-08-16", 2)]


def test_many_stretches_are_made_longer() -> None:
    rows = follow_by_thousand(make_table(100, 10, 5), step=5)
    assert len(rows) == 50
    assert {row.ratings for row in rows} == {10}


# measures.md §3: nominal, ordinal, interval.
PUBLISHED = {
    "all": (0.0428, 0.1083, 0.0976),
    "kept": (0.0466, 0.1179, 0.1022),
    "modifier": (0.0509, 0.1341, 0.1209),
    "head": (0.0413, 0.0995, 0.0827),
}
PAIRS = {(5, 63): (0.2342, 0.2592), (5, 79): (0.1850, 0.2116), (16, 23): (0.3448, 0.3131), (63, 79): (0.3192, 0.3196)}


def test_scientific_compounds_have_the_published_alphas() -> None:
    rows = read_compounds()
    compounds = {text: place for place, text in enumerate(dict.fromkeys(row["compound"] for row in rows))}
    table = table_of(
        *(
            (
                compounds[row["compound"]],
                "modifier" if row["compound"].split()[0] == row["constituent"] else "head",
                row["anonymized_annotator_id"],
                int(row["rating"]),
            )
            for row in rows
        )
    )
    excluded = [name for name in table.annotators if name.endswith("_excluded")]
    alphas = {
        "all": read_alphas(write_report(table)["scales"][0]),
        "kept": read_alphas((report := write_report(table, excluded))["scales"][0]),
        **{scale["scale"]: read_alphas(scale) for scale in report["scales"][1:]},
    }
    assert alphas == PUBLISHED
    assert report["scales"][0]["units"] == 400
    pairs, triples = report["common"]
    found = {
        tuple(sorted(int(name.split("_")[1]) for name in each["annotators"])): read_alphas(each["scales"][0])[1:]
        for each in pairs["sets"]
    }
    assert (pairs["units"], pairs["tied"], found) == (100, 4, PAIRS)
    assert (triples["units"], triples["tied"]) == (100, 1)
    assert set(triples["sets"][0]["annotators"]) == {"annotator_5", "annotator_63", "annotator_79"}
    assert read_alphas(triples["sets"][0]["scales"][0]) == (0.0319, 0.2460, 0.2654)


def read_alphas(scale: dict) -> tuple[float, ...]:
    by_level = {each["level"]: each["alpha"] for each in scale["levels"]}
    return tuple(round(by_level[level], 4) for level in ("nominal", "ordinal", "interval"))
