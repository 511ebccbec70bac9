"""Tables of a judging round as papers print them."""

from dataclasses import replace

from annotation_site.coefficients.figure import Figure, Interval
from annotation_site.figures.latex import print_table
from evaluation.judging.figures.printed import PRINTED
from evaluation.judging.figures.report_rows import (
    AdjudicatedSystemRow,
    AlphaRow,
    JudgingRoundReport,
    OverlapRow,
    SystemRow,
)

REPORT = JudgingRoundReport(
    judgements=9,
    cannot_judge=0,
    units=3,
    has_intervals=True,
    systems=[
        SystemRow("one", 3, 1.5, (0.5, 2.0)),
        SystemRow("two", 3, 2.0, (1.0, 3.0), 0.2),
        SystemRow("three", 3, 4.0, None, 0.01),
        SystemRow("four", 0, None, None),
    ],
    alphas=[AlphaRow("ordinal", Figure(0.25), Interval(-0.5, 1.0, "jackknife", 3, None))],
    overlaps=[OverlapRow((), 6, 0.5, 0.4, (0.2, 0.8)), OverlapRow(("A", "B"), 6, 0.5, 0.4, None)],
    adjudicated_systems=[AdjudicatedSystemRow("one", 30, 1.0, 1.5), AdjudicatedSystemRow("two", 30, 2.0, 1.2)],
)


def body(table: str, method: str = "score") -> list[str]:
    lines = print_table(PRINTED[table](REPORT, method)).splitlines()
    return [line for line in lines if line.endswith(r"\\") or line.startswith(("% ", r"\mid"))][1:]


def test_the_best_system_is_bold_and_those_not_significantly_worse_have_a_dagger() -> None:
    assert body("systems", "mqm") == [
        "% Bold: best.",
        "% Dagger: not significantly worse than the best (p ≥ 0.05, paired bootstrap over segments, two-sided, "
        "uncorrected).",
        r"System & Mean $\downarrow$ & 95 \% & Answers \\",
        r"\midrule",
        r"one & \textbf{1.500} & 0.500–2.000 & 3 \\",
        r"two & 2.000\rlap{$^\dagger$} & 1.000–3.000 & 3 \\",
        r"three & 4.000 & – & 3 \\",
        r"four & – & – & 0 \\",
    ]


def test_higher_is_better_but_for_weights_of_errors() -> None:
    assert r"three & \textbf{4.000} & – & 3 \\" in body("systems", "score")
    assert r"System & Wins $\uparrow$ & 95 \% & Answers \\" in body("systems", "preference")
    assert r"one & \textbf{1.000} & 1.500 & 30 \\" in body("adjudicated-systems", "mqm")
    assert r"two & \textbf{2.000} & 1.200 & 30 \\" in body("adjudicated-systems", "esa")


def test_with_few_segments_nothing_is_marked_and_a_comment_says_so() -> None:
    untested = [SystemRow("one", 3, 1.5, (0.5, 2.0)), SystemRow("two", 3, 4.0, (1.0, 3.0))]
    few = replace(REPORT, systems=untested, adjudicated_systems=[AdjudicatedSystemRow("one", 29, 1.0, 1.5)])
    assert few.has_few and not REPORT.has_few
    for table in ("systems", "adjudicated-systems"):
        text = print_table(PRINTED[table](few, "score"))
        assert "textbf" not in text and "dagger" not in text.lower()
        assert "% Intervals and p-values are unreliable with fewer than 30 segments." in text


def test_intervals_share_a_cell_and_all_pairs_stand_above_a_rule() -> None:
    assert body("alpha")[-1] == r"ordinal & 0.250 & $-$0.500 to 1.000 \\"
    assert body("overlaps")[-3:] == [
        r"All pairs & 0.500 & 0.200–0.800 & 0.400 & 6 \\",
        r"\midrule",
        r"A–B & 0.500 & – & 0.400 & 6 \\",
    ]
