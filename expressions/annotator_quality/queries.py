"""Annotator quality of marking: the readings of passages, the columns, and the criteria for exclusion."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet

from annotation_site.annotator_quality.columns import (
    Column,
    Field,
    Flag,
    show_count,
    show_figure,
    show_figure_of,
    show_flags,
    show_seconds,
    show_share,
    show_share_of,
)
from annotation_site.annotator_quality.kinds import (
    AnnotatorQuality,
    Criterion,
    FigureChange,
    Limit,
    PlotLine,
    Selection,
    WeekPlot,
    bound_below,
)
from annotation_site.assignments.models import Assignment, Item
from annotation_site.coefficients.figure import Figure, plain
from annotation_site.exclusions.models import Exclusion
from annotation_site.languages.marks import gettext_noop
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.queries import list_annotators
from expressions.adjudication.models import PassageAdjudication
from expressions.annotator_quality.work import (
    NO_DECISION,
    NOBODY_ELSE,
    USUAL,
    Limits,
    ReadPassage,
    Spans,
    Work,
    find_flags,
    pool,
)
from expressions.categories.presets import NOT_AN_EXPRESSION
from expressions.marks.models import NO_CANDIDATE, Mark

PURPOSES = (Assignment.Purpose.WORK, Assignment.Purpose.EXTRA)


@dataclass(frozen=True, slots=True)
class MarkingWeek:
    """The passages that an annotator submitted in a week, by its Monday."""

    start: date
    work: Work


@dataclass(frozen=True, slots=True)
class MarkingQuality:
    """One annotator with the figures of their marks, the flags, and the reason for an exclusion in force."""

    annotator: Membership
    work: Work
    flags: tuple[Flag, ...]
    excluded: str | None
    weeks: tuple[MarkingWeek, ...] = ()


class _Reading(NamedTuple):
    """A submitted passage of an annotator, as it is read from the database."""

    item: int
    annotator: int
    seconds: float
    monday: date


def read_marking_quality(selection: Selection, *, only_these: bool = False) -> list[MarkingQuality]:
    """Return the annotators' figures in the order of the selection, compared with everybody who counts or with each
    other alone, `only_these`.
    """
    project = selection.project
    excluded = dict(Exclusion.objects.active(project).values_list("membership", "reason"))
    left_out: Collection[int] = () if selection.with_excluded else excluded
    if only_these:
        chosen = [annotator.pk for annotator in selection.annotators]
        left_out = set(project.memberships.exclude(pk__in=chosen).values_list("pk", flat=True))
    works, weeks = _measure(selection, left_out)
    limits = Limits(**selection.limits)
    rows = []
    for annotator in selection.annotators:
        work = works[annotator.pk]
        by_week = sorted(weeks[annotator.pk].items())
        rows.append(
            MarkingQuality(
                annotator,
                work,
                tuple(find_flags(work, limits)),
                excluded.get(annotator.pk),
                tuple(MarkingWeek(monday, of_week) for monday, of_week in by_week),
            )
        )
    return rows


def _measure(selection: Selection, left_out: Collection[int]) -> tuple[dict[int, Work], dict[int, dict[date, Work]]]:
    """Return the work of the annotators, and the same by week; those who are left out are compared with others, and
    nobody with them.
    """
    own = {annotator.pk for annotator in selection.annotators}
    submitted = Assignment.objects.submitted().filter(item__project=selection.project, purpose__in=PURPOSES)
    submitted = submitted.exclude(item__state=Item.State.WITHDRAWN)
    items = submitted.filter(annotator__in=own).values("item")
    readings = _read_readings(submitted.filter(item__in=items))
    marks, proposed = _read_marks(readings), _count_proposed(readings)
    decisions = PassageAdjudication.objects.filter(item__in=items, is_done=True).values_list("item", "marks")
    decided = {item: frozenset(tuple(mark["words"]) for mark in of_item) for item, of_item in decisions}
    compared: defaultdict[int, dict[int, Spans]] = defaultdict(dict)
    for pk, reading in readings.items():
        if reading.annotator not in left_out:
            compared[reading.item][reading.annotator] = marks[pk]
    works: defaultdict[int, Work] = defaultdict(Work)
    weeks: defaultdict[int, dict[date, Work]] = defaultdict(dict)
    for pk, reading in readings.items():
        if reading.annotator in own:
            others = [spans for other, spans in compared[reading.item].items() if other != reading.annotator]
            passage = ReadPassage(marks[pk], reading.seconds, others, decided.get(reading.item), proposed[pk])
            works[reading.annotator].add(passage)
            weeks[reading.annotator].setdefault(reading.monday, Work()).add(passage)
    return works, weeks


def _read_readings(submitted: QuerySet[Assignment]) -> dict[int, _Reading]:
    rows = submitted.values_list("pk", "item", "annotator", "active_seconds", "submitted_at")
    readings = {}
    for pk, item, annotator, seconds, submitted_at in rows:
        assert submitted_at is not None, "every submitted assignment has the moment"
        day = submitted_at.astimezone(UTC).date()
        readings[pk] = _Reading(item, annotator, seconds, day - timedelta(days=day.weekday()))
    return readings


def _read_marks(readings: Collection[int]) -> dict[int, Spans]:
    spans: dict[int, set[tuple[int, ...]]] = {pk: set() for pk in readings}
    marks = Mark.objects.filter(assignment__in=readings).exclude(category=NOT_AN_EXPRESSION)
    for assignment, words in marks.values_list("assignment_id", "words").iterator():
        spans[assignment].add(tuple(words))
    return dict(spans)


def _count_proposed(readings: Collection[int]) -> Counter[int]:
    """Return how many marks of each assignment were candidates."""
    marks = Mark.objects.filter(assignment__in=readings).exclude(category=NOT_AN_EXPRESSION)
    counted = marks.exclude(origin__in=NO_CANDIDATE).order_by().values("assignment").annotate(count=Count("pk"))
    return Counter(dict(counted.values_list("assignment", "count")))


COLUMNS: tuple[Column[MarkingQuality], ...] = (
    Column("", (Field("annotator", lambda row: row.annotator.pseudonym, "text"),), is_own=True),
    Column(
        "Others",
        (
            Field("others_f", lambda row: plain(row.work.f_others), help="F of spans with the others."),
            Field("others_passages", lambda row: row.work.others.passages, "whole", "Comparisons with one other."),
        ),
        lambda row: show_figure(row.work.f_others),
        label="F of spans with the others",
        detail=lambda row: show_figure_of(row.work.f_others, row.work.others.passages, "comparison"),
        is_headline=True,
        is_weekly=True,
    ),
    Column(
        "Decisions",
        (
            Field("gold_f", lambda row: plain(row.work.f_gold), help="F of spans with adjudicated passages."),
            Field("gold_passages", lambda row: row.work.gold.passages, "whole"),
        ),
        lambda row: show_figure(row.work.f_gold),
        label="F of spans with decisions",
        detail=lambda row: show_figure_of(row.work.f_gold, row.work.gold.passages, "passage"),
        is_headline=True,
        is_weekly=True,
    ),
    Column(
        "Flags",
        (
            Field("flags", lambda row: [flag.name for flag in row.flags], "words"),
            Field("excluded", lambda row: row.excluded, "reason", "The reason, while excluded."),
        ),
        lambda row: show_flags(row.flags, row.excluded),
        is_words=True,
    ),
    Column(
        gettext_noop("Passages"),
        (Field("passages", lambda row: row.work.passages, "whole", "Submitted."),),
        lambda row: show_count(row.work.passages),
        is_own=True,
        label=gettext_noop("passages submitted"),
        is_headline=True,
        is_weekly=True,
    ),
    Column(
        gettext_noop("Marks per passage"),
        (
            Field("marks", lambda row: row.work.marks, "whole", "Without those that are no expression."),
            Field("marks_per_passage", lambda row: plain(row.work.marks_per_passage)),
        ),
        lambda row: show_seconds(row.work.marks_per_passage, decimals=2),
        is_own=True,
        is_weekly=True,
    ),
    Column(
        gettext_noop("Without marks"),
        (Field("unmarked_share", lambda row: plain(row.work.unmarked_share), help="Passages without a mark."),),
        lambda row: show_share(row.work.unmarked_share),
        is_own=True,
        unit="%",
        label=gettext_noop("Passages without marks"),
        detail=lambda row: show_share_of(row.work.unmarked_share, row.work.passages),
        is_weekly=True,
    ),
    Column(
        gettext_noop("From candidates"),
        (
            Field("proposed_marks", lambda row: row.work.proposed, "whole", "Marks that were candidates."),
            Field("proposed_share", lambda row: plain(row.work.proposed_share)),
        ),
        lambda row: show_share(row.work.proposed_share),
        is_own=True,
        unit="%",
        label=gettext_noop("Marks that were candidates"),
        detail=lambda row: show_share_of(row.work.proposed_share, row.work.marks),
        is_weekly=True,
    ),
    Column(
        gettext_noop("Seconds, median"),
        (Field("median_seconds", lambda row: plain(row.work.median_seconds), help="Active time per passage."),),
        lambda row: show_seconds(row.work.median_seconds),
        is_own=True,
        label=gettext_noop("median active time per passage (s)"),
        is_weekly=True,
    ),
)


def _find_unmarked(row: MarkingQuality, bound: Any) -> list[str]:
    return [flag.sentence for flag in row.flags if flag.name == "unmarked"]


class MarkingFigures(AnnotatorQuality[MarkingQuality]):
    """The figures of annotators who mark expressions."""

    kind = Project.Kind.EXPRESSIONS
    columns = COLUMNS
    help_page = "measuring/expressions#annotator-quality"
    lead = (
        "Others and decisions: F of spans with every other annotator of the same passages, and with adjudicated "
        "passages. "
        "Seconds: median active time per passage."
    )
    detail_lead = "Compared with all annotators who are not excluded."
    nothing_yet = "Figures appear when annotators have joined and submitted passages."
    nothing_done = (
        gettext_noop("No submitted passages yet"),
        gettext_noop("Figures appear with the first submitted passage."),
    )
    order = "Annotators, lowest agreement with the others first"
    limits = (
        Limit("poor", "F with the others is poor below", USUAL.poor, 0, 1),
        Limit("doubtful", "F with the others is doubtful below", USUAL.doubtful, 0, 1),
        Limit("seconds", "Too fast below (s)", USUAL.seconds, 0, 3600),
    )
    plots = (
        WeekPlot(
            "agreement",
            "Agreement by week",
            "F of spans by week of submission.",
            (PlotLine("others_f", "the others"), PlotLine("gold_f", "decisions")),
        ),
    )
    allows_exclusion = True
    criteria = (
        bound_below("f", "F with the others", lambda row: row.work.f_others.value, default=USUAL.poor),
        bound_below("gold", "F with decisions", lambda row: row.work.f_gold.value, default=None),
        Criterion(
            "unmarked",
            "Nothing marked",
            lambda bound: "nothing marked",
            _find_unmarked,
            default=True,
            is_choice=True,
            help="Not one expression in all of the annotator’s passages.",
        ),
    )
    item_noun = "passages"
    changes_caption = "Agreement between annotators"

    def read_rows(self, selection: Selection) -> list[MarkingQuality]:
        return read_marking_quality(selection)

    def read_weeks(self, row: MarkingQuality) -> Sequence[MarkingWeek]:
        return row.weeks

    def has_begun(self, row: MarkingQuality) -> bool:
        return row.work.passages > 0

    def may_sort(self, project: Project) -> bool:
        return True

    def sort(self, rows: Sequence[MarkingQuality]) -> list[MarkingQuality]:
        return sorted(rows, key=_order_by_agreement)

    def count_items(self, row: MarkingQuality) -> int:
        return row.work.passages

    def count_all_items(self, project: Project) -> int:
        return sum(row.work.passages for row in self._read_counted(project))

    def compare_figures(self, project: Project, without: Collection[str]) -> list[FigureChange]:
        before = self._read_counted(project)
        rest = [row.annotator for row in before if row.annotator.pseudonym not in without]
        after = read_marking_quality(Selection(project, rest), only_these=True)
        return [
            FigureChange("F of spans", _pool(before), _pool(after)),
            FigureChange("F of spans with decisions", _pool_gold(before), _pool_gold(after)),
        ]

    def _read_counted(self, project: Project) -> list[MarkingQuality]:
        """Return the figures of everybody who is not excluded."""
        rows = read_marking_quality(Selection(project, list(list_annotators(project))))
        return [row for row in rows if row.excluded is None]


def _order_by_agreement(row: MarkingQuality) -> tuple[bool, float, int]:
    value = row.work.f_others.value
    return value is None, value or 0.0, row.annotator.pk


def _pool(rows: Sequence[MarkingQuality]) -> Figure:
    return pool([row.work.others for row in rows]).measure(NOBODY_ELSE)


def _pool_gold(rows: Sequence[MarkingQuality]) -> Figure:
    return pool([row.work.gold for row in rows]).measure(NO_DECISION)


MARKING_QUALITY = MarkingFigures()
