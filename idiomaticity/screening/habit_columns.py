"""Columns of habits of answering, for whatever kind of answers: agreement with the others, sameness, refusals."""

from collections.abc import Callable
from typing import TypeVar

from annotation_site.annotator_quality.columns import Column, Field, show_count, show_figure, show_figure_of, show_share
from annotation_site.coefficients.figure import plain
from idiomaticity.screening.annotator_quality import Habits

Row = TypeVar("Row")


def make_agreement_column(find: Callable[[Row], Habits]) -> Column[Row]:
    """Return the column of ρ with the mean of the others; `find` gives the habits of a row."""
    rho: Field[Row] = Field(
        "rho", lambda row: plain(find(row).rho), help="Spearman correlation with the mean of the others."
    )
    compared: Field[Row] = Field("compared", lambda row: find(row).compared, "whole")

    return Column(
        "ρ",
        (rho, compared),
        lambda row: show_figure(find(row).rho),
        label="ρ with the mean of the others",
        detail=lambda row: show_figure_of(find(row).rho, find(row).compared, "score"),
        is_headline=True,
    )


def make_habit_columns(find: Callable[[Row], Habits], run: str) -> tuple[Column[Row], ...]:
    """Return the columns of the most frequent answer, of the longest run, which the API explains as `run`, and of
    answers that judge nothing.
    """
    same: Field[Row] = Field("same_answer_share", lambda row: plain(find(row).same_share))
    longest: Field[Row] = Field("longest_run", lambda row: find(row).longest_run, "whole", run)
    cannot: Field[Row] = Field("cannot_judge_share", lambda row: plain(find(row).cannot_share))
    return (
        Column(
            "Same answer, %",
            (same,),
            lambda row: show_share(find(row).same_share),
            label="Most frequent answer, % of all scores",
        ),
        Column(
            "In a row",
            (longest,),
            lambda row: show_count(find(row).longest_run),
            label="Longest run of identical answers",
        ),
        Column(
            "Cannot judge, %",
            (cannot,),
            lambda row: show_share(find(row).cannot_share),
            label="Cannot judge, % of all answers",
        ),
    )
