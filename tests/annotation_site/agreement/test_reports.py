"""Groups of figures as rows of files, cells of pages, and plots."""

from typing import Any

import pytest

from annotation_site.agreement.plots import list_plots, plot_group
from annotation_site.agreement.reports import (
    AgreementGroup,
    AgreementReport,
    AgreementRow,
    Coefficient,
    Count,
    Estimate,
    list_file_cells,
)
from annotation_site.agreement.stretches import choose_step, find_start, name_stretch
from annotation_site.coefficients.figure import Figure

KAPPA = Coefficient("kappa", "Cohen’s κ", "κ")
SHARE = Coefficient("share", "Share", "Share")


def make_row(name: str, share: float | None, kappa: float | None = None, **options: object) -> AgreementRow:
    ends: Any = options.pop("ends", None)
    estimates = {
        "share": Estimate(Figure(share, "" if share is not None else "Nothing was compared."), ends),
        "kappa": Estimate(Figure(kappa, "" if kappa is not None else "All labels are equal.")),
    }
    return AgreementRow((name, "B"), estimates, {"n": 12_000, "remark": "odd"}, **options)  # type: ignore[arg-type]


def make_group(*rows: AgreementRow, **options: object) -> AgreementGroup:
    columns = {"coefficients": (SHARE, KAPPA), "counts": (Count("n", "Items"), Count("remark", "Remark"))}
    return AgreementGroup("pairs", "Pairs", "Annotators", ("first", "second"), rows, **columns, **options)  # type: ignore[arg-type]


def test_a_file_has_names_first_count_figures_other_counts_and_ends_of_intervals() -> None:
    group = make_group(make_row("A", 0.5, -0.25, ends=[0.25, 0.7512345678]), make_row("C", None))
    assert list(list_file_cells(group)) == [
        ["first", "second", "n", "share", "kappa", "remark", "share_low", "share_high"],
        ["A", "B", 12_000, 0.5, -0.25, "odd", 0.25, 0.751235],
        ["C", "B", 12_000, None, None, "odd", None, None],
    ]


def test_a_file_may_have_more_rows_than_the_page() -> None:
    group = make_group(make_row("A", 0.5), make_file=lambda: make_group(make_row("A", 0.5), make_row("Z", 1.0)))
    assert [cells[0] for cells in list_file_cells(group)] == ["first", "A", "Z"]


def test_a_page_has_the_same_columns_with_reasons_for_missing_figures() -> None:
    group = make_group(make_row("A", 0.5), make_row("C", None))
    assert group.heads == ["Items", "Share", "κ", "Remark"]
    assert [cell.style for cell in group.list_page_rows()[0].cells] == ["number", "figure", "figure", "text"]
    assert group.reasons == ["All labels are equal.", "Nothing was compared."]


@pytest.mark.parametrize(("style", "symbols"), [("rows", 4), ("line", 4)])
def test_each_row_of_a_plot_is_said_in_words_and_drawn_where_it_has_a_value(style: str, symbols: int) -> None:
    group = make_group(make_row("A", 0.5, -0.25), make_row("C", 0.75), make_row("D", None), plot=style)
    plot = plot_group(group)
    assert "A–B: Share 0.500" in plot.description and "D–B: Share undefined" in plot.description
    drawn = plot.to_svg()
    # Two in the key, and one for each of three values.
    assert drawn.count("<polygon") + drawn.count("<circle") == 2 + 3
    assert ("−0.5" in drawn) == (style == "rows")


def test_a_single_point_makes_no_plot() -> None:
    assert not make_group(make_row("A", 0.5), plot="line").has_plot
    assert not make_group(make_row("A", None), make_row("B", None), plot="rows").has_plot
    two = make_group(make_row("A", 0.5), make_row("C", 1.0), plot="line")
    assert [plot.name for plot in list_plots([make_group(), two])] == ["pairs"]


def test_a_report_knows_only_groups_with_rows() -> None:
    report = AgreementReport(1, [], [SHARE], [make_group()])
    assert report.find_group("pairs") is None
    assert AgreementReport(1, [], [SHARE], [make_group(make_row("A", 1.0))]).find_group("pairs") is not None


def test_time_is_shown_by_day_or_from_45_days_on_by_week() -> None:
    """Day 1 was a Monday; 2026-11-27 was a Friday."""
    friday = 739947
    assert name_stretch(friday) == "2026-11-27"
    assert (choose_step([friday, friday + 44]), choose_step([friday, friday + 45])) == ("day", "week")
    assert name_stretch(find_start(friday, "week")) == "2026-11-23"
    assert find_start(friday, "day") == friday
