"""Tables and plots of a correlation report."""

import re

import pytest
from scipy import stats

from annotation_site.figures.latex import print_table
from evaluation.correlation.plots import Point, plot_measures, plot_scatter
from evaluation.correlation.tables import (
    TABLES,
    line_up_measures,
    print_measures,
    print_rankings,
)
from tests.evaluation.correlation.made_up import correlate_two, make_metric, make_people


@pytest.fixture(scope="module")
def result() -> dict:
    return correlate_two()


def test_tables_hold_every_figure_and_turn_into_latex(result: dict) -> None:
    rows = list(TABLES["measures"](result))
    assert ("NEAR", "segment", "wmt13") in {row[:3] for row in rows}
    assert all(len(row) == len(rows[0]) for row in rows)
    for table in TABLES.values():
        assert r"\begin{tabular}" in print_table(table(result))
    assert r"a & 0.123 & 3 & $-$0.500 & – \\" in print_table([["x"] * 5, ("a", 0.12345, 3, -0.5, None)])


def test_measures_are_correlated_with_each_other(result: dict) -> None:
    _, good = make_people()
    near, far = make_metric("near", good, 0.3), make_metric("far", good, 3, is_error=True)
    expected = stats.pearsonr([near.scores[item] for item in good], [-far.scores[item] for item in good]).statistic
    (row,) = result["associations"]
    assert (row["measures"], row["items"]) == (["near", "far"], len(good))
    assert row["value"] == pytest.approx(expected)
    names, values = line_up_measures(result)
    assert names == ["people", "NEAR", "FAR"]
    assert values["people", "FAR"] == result["measures"][1]["segments"]["pearson"]["value"]
    plot = plot_measures(names, values).to_svg()
    assert plot.count('class="heat"') == 3 and f"NEAR, FAR: {expected:.2f}" in plot
    assert (
        'fill-opacity="0.50"' not in plot and 'class="heat-negative"' in plot_measures("ab", {("a", "b"): -1}).to_svg()
    )


def test_paper_tables_mark_the_best_measure(result: dict) -> None:
    text = print_table(print_measures(result))
    near, far = (next(line for line in text.splitlines() if line.startswith(name)) for name in ("NEAR", "FAR"))
    value = result["measures"][0]["segments"]["spearman"]["value"]
    assert rf"\textbf{{{value:.3f}}}" in near and r"\textbf" not in far.replace(r"\textbf{1.000}", "")
    assert "v:1" not in text and r"$\tau$-b" in text
    ranked = print_table(print_rankings(result))
    assert "acc\\_eq" in ranked and r"\textbf" in ranked


def test_a_scatter_names_every_system_once() -> None:
    points = [Point("one <b>", 0.2, 2.0, (1.5, 2.5)), Point("two", 0.4, 2.01, None)]
    drawn = plot_scatter(points, "BLEU", 0.9).to_svg(standalone=True)
    assert "one &lt;b&gt;: BLEU 0.2, people 2.000" in drawn
    assert drawn.count(">two<") == 1
    assert plot_scatter(points[:1], "BLEU", None).to_svg()


def test_a_scatter_writes_a_true_minus() -> None:
    drawn = plot_scatter([Point("one", -2.5, -1.0, None), Point("two", 1.0, 1.0, (-2.0, 1.5))], "BLEU", -0.5).to_svg()
    assert "Pearson −0.500" in drawn and "one: BLEU −2.5, people −1.000" in drawn
    assert not re.findall(r">[^<]*-\d", drawn)


def test_measures_that_williams_does_not_tell_apart_have_daggers() -> None:
    figures = {"best": 0.8, "close": 0.79, "far": 0.2, "alone": 0.1}
    measures = [
        {
            "name": name,
            "label": name,
            "signature": "",
            "systems": None,
            "preferences": None,
            "corpus": {"value": None, "interval": None},
            "soft_pairwise_accuracy": None,
            "segments": {"pearson": {"value": value, "interval": None}},
        }
        for name, value in figures.items()
    ]
    p = {("best", "close"): 0.4, ("best", "far"): 0.001, ("best", "alone"): None, ("close", "far"): 0.3}
    williams = [{"measures": list(pair), "p": value} for pair, value in p.items()]
    text = print_table(print_measures({"measures": measures, "williams": williams}))
    assert [line for line in text.splitlines() if " & " in line][1:] == [
        r"best & \textbf{0.800} \\",
        r"close & 0.790\rlap{$^\dagger$} \\",
        r"far & 0.200 \\",
        r"alone & 0.100 \\",
    ]
    assert "Dagger" in text and "Williams" in text
