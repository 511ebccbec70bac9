"""Columns of annotators' figures: one declaration makes page, file and API, and hides from oneself what others know."""

from typing import NamedTuple

import pytest
from django.template.loader import render_to_string

from annotation_site.annotator_quality.api import make_serializer
from annotation_site.annotator_quality.columns import (
    Cell,
    Column,
    Field,
    Heading,
    Hidden,
    Pill,
    Quiet,
    describe_row,
    list_names,
    make_table,
    show_count,
    show_figure,
    show_part,
)
from annotation_site.annotator_quality.files import answer_table
from annotation_site.coefficients.figure import Figure, plain
from tests.markup import Markup


class Row(NamedTuple):
    """An annotator with a number of readings, agreement with others, and a remark."""

    name: str
    readings: int
    agreement: Figure
    remark: str | None = None


COLUMNS: tuple[Column[Row], ...] = (
    Column("", (Field("annotator", lambda row: row.name, "text"),), is_own=True),
    Column(
        "Remarks",
        (Field("remark", lambda row: row.remark, "reason"),),
        lambda row: Cell(pills=(Pill(row.remark or "", style="danger"),)),
        is_words=True,
    ),
    Column(
        "Agreement", (Field("agreement", lambda row: plain(row.agreement)),), lambda row: show_figure(row.agreement)
    ),
    Column(
        "Readings",
        (Field("readings", lambda row: row.readings, "whole"),),
        lambda row: show_count(row.readings),
        is_own=True,
    ),
)
ROWS = [Row("A", 1200, Figure(0.5), "=late"), Row("B", 3, Figure(None, "Nobody shares a pair."))]
HEADINGS = [Heading("A", "/a/", ("you",)), Heading("B")]


def test_ones_own_line_hides_what_depends_on_others_in_one_stretch() -> None:
    table = make_table(COLUMNS, ROWS, HEADINGS, own={0})
    assert table.rows[0].cells == (Hidden(2, is_first=True), Cell(("1,200",)))
    assert [column.title for column in table.columns] == ["Remarks", "Agreement", "Readings"]


def test_the_page_says_why_a_figure_is_missing_and_what_is_hidden() -> None:
    context = {"table": make_table(COLUMNS, ROWS, HEADINGS, own={0}), "head": "Annotator", "caption": "All"}
    page = Markup(render_to_string("annotator_quality/_table.html", context))
    assert page.count("hidden while you annotate") == 1
    assert "=late" not in page and "0.500" not in page
    assert 'title="Nobody shares a pair.">–</td>' in page
    assert '<a class="row-link" href="/a/">' in page


def test_the_api_gives_own_figures_alone_of_oneself_and_its_shape_allows_that() -> None:
    own = describe_row(COLUMNS, ROWS[0], is_own=True)
    assert own == {"annotator": "A", "readings": 1200}
    assert describe_row(COLUMNS, ROWS[1], is_own=False) == {
        "annotator": "B",
        "remark": None,
        "agreement": None,
        "readings": 3,
    }
    shape = make_serializer("Quality", "Figures of one annotator.", COLUMNS)
    for row, is_own in ((ROWS[0], True), (ROWS[1], False)):
        assert shape(data=describe_row(COLUMNS, row, is_own=is_own)).is_valid(raise_exception=True)
    assert not shape(data={"annotator": "A"}).is_valid(), "everybody sees their number of readings"


def test_a_file_has_own_figures_first_and_remarks_last_and_runs_no_formula() -> None:
    assert list_names(COLUMNS) == ["annotator", "readings", "agreement", "remark"]
    answer = answer_table("study", COLUMNS, [(ROWS[0], False), (ROWS[0], True)])
    assert answer["Content-Disposition"] == 'attachment; filename="study-annotator-quality.csv"'
    assert answer.getvalue().decode().splitlines() == [
        "annotator,readings,agreement,remark",
        "A,1200,0.5,'=late",
        "A,1200,,",
    ]


def test_a_part_of_nothing_is_a_dash() -> None:
    assert show_part(0, 0) == Cell(("–",))
    assert show_part(2, 3).parts == ("2", Quiet("of 3"))


def test_a_column_of_the_page_must_say_what_it_shows() -> None:
    with pytest.raises(ValueError, match="Silent"):
        make_table([Column("Silent", ())], ROWS, HEADINGS)
