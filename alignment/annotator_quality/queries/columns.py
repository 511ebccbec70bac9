"""Columns of the table of annotators: agreement, labels and speed."""

from collections.abc import Callable

from alignment.annotator_quality.queries.reports import AnnotatorQualityReport, Habits
from annotation_site.annotator_quality.columns import (
    Column,
    Field,
    show_count,
    show_figure,
    show_seconds,
    show_share,
)
from annotation_site.coefficients.figure import plain

Report = AnnotatorQualityReport


def _compare(title: str, name: str, find: Callable[[Report], Habits]) -> Column[Report]:
    """Return the column of agreement with somebody's readings: AGR on links with the same label, and the pairs."""
    return Column(
        title,
        (
            Field(f"{name}_agr", lambda report: plain(find(report).agr)),
            Field(f"{name}_pairs", lambda report: find(report).pairs, "whole"),
        ),
        lambda report: show_figure(find(report).agr),
    )


COLUMNS: tuple[Column[Report], ...] = (
    Column("", (Field("annotator", lambda report: report.annotator.pseudonym, "text"),), is_own=True),
    Column(
        "Readings, with checks",
        (Field("readings", lambda report: report.readings.pairs, "whole"),),
        lambda report: show_count(report.readings.pairs),
        is_own=True,
    ),
    _compare("Peers", "peers", lambda report: report.peers),
    _compare("Gold", "gold", lambda report: report.gold),
    _compare("Checks", "checks", lambda report: report.checks),
    Column(
        "Sure, %",
        (Field("sure_share", lambda report: plain(report.readings.sure_share)),),
        lambda report: show_share(report.readings.sure_share),
        is_own=True,
    ),
    Column(
        "Unaligned, %",
        (Field("unaligned_share", lambda report: plain(report.readings.unaligned_share)),),
        lambda report: show_share(report.readings.unaligned_share),
        is_own=True,
    ),
    Column(
        "Time per pair (s)",
        (Field("seconds_per_pair", lambda report: plain(report.readings.seconds_per_pair)),),
        lambda report: show_seconds(report.readings.seconds_per_pair),
        is_own=True,
    ),
    Column(
        "Time per word (s)",
        (Field("seconds_per_word", lambda report: plain(report.readings.seconds_per_word)),),
        lambda report: show_seconds(report.readings.seconds_per_word, decimals=2),
        is_own=True,
    ),
)
