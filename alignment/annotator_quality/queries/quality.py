"""Annotator quality of links: agreement with peers, gold and checks, labels, and speed."""

from collections.abc import Callable, Sequence
from typing import Any

from alignment.annotator_quality.queries.reports import (
    AnnotatorQualityReport,
    Habits,
    Week,
    read_annotator_quality,
    summarise,
)
from annotation_site.annotator_quality.columns import (
    Column,
    Field,
    show_count,
    show_figure,
    show_figure_of,
    show_seconds,
    show_share,
    show_share_of,
)
from annotation_site.annotator_quality.kinds import AnnotatorQuality, PlotLine, Selection, WeekPlot
from annotation_site.coefficients.figure import plain
from annotation_site.languages.marks import gettext_noop
from annotation_site.projects.models import Project

# A row of an annotator or of a week: both have sums of their readings, and of comparisons with others.
Report = AnnotatorQualityReport


def _compare(title: str, name: str, label: str, noun: str, find: Callable[[Report], Habits]) -> Column[Report]:
    """Return the column of agreement with somebody's readings: AGR on links with the same label, and the pairs."""
    return Column(
        title,
        (
            Field(f"{name}_agr", lambda report: plain(find(report).agr)),
            Field(f"{name}_pairs", lambda report: find(report).pairs, "whole"),
        ),
        lambda report: show_figure(find(report).agr),
        label=label,
        detail=lambda report: show_figure_of(find(report).agr, find(report).pairs, noun),
        is_headline=True,
        is_weekly=True,
    )


COLUMNS: tuple[Column[Report], ...] = (
    Column("", (Field("annotator", lambda report: report.annotator.pseudonym, "text"),), is_own=True),
    Column(
        gettext_noop("Readings"),
        (Field("readings", lambda report: report.readings.pairs, "whole", "Submitted, without training."),),
        lambda report: show_count(report.readings.pairs),
        is_own=True,
        label=gettext_noop("readings submitted"),
        is_headline=True,
        is_weekly=True,
    ),
    _compare("Peers", "peers", "agreement with peers", "comparison", lambda report: report.peers),
    _compare("Gold", "gold", "with gold", "pair", lambda report: report.gold),
    _compare("Checks", "checks", "on check pairs", "pair", lambda report: report.checks),
    Column(
        gettext_noop("Sure"),
        (Field("sure_share", lambda report: plain(report.readings.sure_share)),),
        lambda report: show_share(report.readings.sure_share),
        is_own=True,
        unit="%",
        label=gettext_noop("Sure links"),
        detail=lambda report: show_share_of(report.readings.sure_share, report.readings.counts.first_any),
        is_weekly=True,
    ),
    Column(
        gettext_noop("No counterpart"),
        (Field("unaligned_share", lambda report: plain(report.readings.unaligned_share)),),
        lambda report: show_share(report.readings.unaligned_share),
        is_own=True,
        unit="%",
        label=gettext_noop("Words marked as no counterpart"),
        detail=lambda report: show_share_of(report.readings.unaligned_share, report.readings.words),
        is_weekly=True,
    ),
    Column(
        gettext_noop("Time per pair (s)"),
        (Field("seconds_per_pair", lambda report: plain(report.readings.seconds_per_pair), help="Active time."),),
        lambda report: show_seconds(report.readings.seconds_per_pair),
        is_own=True,
        label=gettext_noop("Active time per pair (s)"),
    ),
    Column(
        gettext_noop("Time per word (s)"),
        (Field("seconds_per_word", lambda report: plain(report.readings.seconds_per_word)),),
        lambda report: show_seconds(report.readings.seconds_per_word, decimals=2),
        is_own=True,
        label=gettext_noop("Active time per word (s)"),
        is_weekly=True,
    ),
    Column(
        "",
        (
            Field("words", lambda report: report.readings.words, "whole", "Of both sentences."),
            Field("links_per_word", lambda report: plain(report.readings.links_per_word)),
        ),
        lambda report: show_figure(report.readings.links_per_word),
        is_own=True,
        label=gettext_noop("Links per word"),
    ),
    Column(
        "",
        (
            Field(
                "training",
                lambda report: [{"number": run.number, "state": run.state, "agr": run.agr} for run in report.runs],
                "objects",
                "Attempts, with their agreement with gold.",
            ),
        ),
        is_own=True,
    ),
)


class LinkQuality(AnnotatorQuality[Report]):
    """The figures of annotators who link words."""

    kind = Project.Kind.ALIGNMENT
    columns = COLUMNS
    help_page = "measuring/link-measures#annotator-quality"
    lead = (
        "Agreement is AGR on links with the same label, with other annotators (peers), with gold and on check pairs. "
        "Readings include checks. Time is active time."
    )
    detail_lead = "Agreement is AGR on links with the same label. Readings include checks."
    links = (("Training and checks", "alignment:known_gold"),)
    nothing_yet = "Figures appear when annotators have joined and submitted pairs."
    nothing_done = (
        gettext_noop("No submitted readings yet"),
        gettext_noop("Figures appear with the first submitted pair."),
    )
    detail_template = "alignment/annotator_quality/annotator_quality_detail.html"
    plots = (
        WeekPlot(
            "drift",
            "Agreement by week",
            "Agreement by week of submission.",
            (PlotLine("peers_agr", "peers"), PlotLine("gold_agr", "gold"), PlotLine("checks_agr", "check pairs")),
        ),
        WeekPlot(
            "habits",
            gettext_noop("Labels by week"),
            gettext_noop("Share of Sure links and of words marked as no counterpart."),
            (
                PlotLine("sure_share", gettext_noop("Sure links")),
                PlotLine("unaligned_share", gettext_noop("words marked as no counterpart")),
            ),
            is_own=True,
        ),
    )

    def read_rows(self, selection: Selection) -> list[Report]:
        return summarise(selection.annotators)

    def read_row(self, selection: Selection) -> Report:
        return read_annotator_quality(selection.annotators[0])

    def read_weeks(self, row: Report) -> Sequence[Week]:
        return row.weeks

    def is_own_week(self, week: Week) -> bool:
        return week.readings.pairs > 0

    def has_begun(self, row: Report) -> bool:
        return bool(row.readings.pairs or row.runs)

    def describe_detail(self, row: Report, *, is_own: bool) -> dict[str, Any]:
        return {"runs": row.runs, "by_peer": () if is_own else row.by_peer}


LINK_QUALITY = LinkQuality()
