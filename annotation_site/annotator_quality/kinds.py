"""Annotator quality as a kind of annotation declares it: columns and rows, limits of flags, weeks, rules for exclusion.

Page, file, API, the page about one annotator, plots and bulk exclusion are made from the declaration.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from django.db.models import Model

from annotation_site.annotator_quality.columns import Column, Table
from annotation_site.coefficients.figure import Figure
from annotation_site.projects.models import Membership, Project


class AnnotatorRow(Protocol):
    """The figures of one annotator."""

    @property
    def annotator(self) -> Membership: ...


class Week(Protocol):
    """The figures of one week, by its Monday."""

    @property
    def start(self) -> date: ...


Row = TypeVar("Row", bound=AnnotatorRow)


@dataclass(frozen=True, slots=True)
class Selection:
    """The annotators whose figures are read. The `viewer` is the user who looks; `part`, such as a judging round, is
    what the figures are of where that is not the whole project.
    """

    project: Project
    annotators: Sequence[Membership]
    viewer: int | None = None
    with_excluded: bool = False
    limits: Mapping[str, Any] = field(default_factory=dict)
    part: Any = None


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of a figure beyond which an annotator is flagged, which managers may move on the page."""

    name: str
    label: str
    default: float
    lowest: float
    highest: float
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Criterion:
    """A reason to suggest an annotator for exclusion, with the bound that a manager gives; `is_choice` has none and
    applies or does not. `describe` puts it in words as a reason for exclusions, `find_reasons` says why it suggests the
    annotator of a row.
    """

    name: str
    label: str
    describe: Callable[[Any], str]
    find_reasons: Callable[[Any, Any], list[str]]
    default: Any = None
    lowest: float | None = None
    highest: float | None = None
    is_whole: bool = False
    is_choice: bool = False
    help: str = ""


Rule = Mapping[str, Any]


class FigureChange(NamedTuple):
    """A figure of the project as it is and without some annotators."""

    name: str
    before: Figure
    after: Figure


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A line of a plot by week: the field whose values it joins, with its name."""

    field: str
    name: str


@dataclass(frozen=True, slots=True)
class WeekPlot:
    """A plot of shares by week. Annotators see it of themselves if it is about nobody else, `is_own`."""

    name: str
    title: str
    caption: str
    lines: tuple[PlotLine, ...]
    is_own: bool = False


class AnnotatorQuality(ABC, Generic[Row]):
    """The figures of a kind's annotators."""

    kind: ClassVar[Project.Kind]
    # Columns and the reasons of figures are marked for translation where annotators see them.
    columns: ClassVar[tuple[Column[Any], ...]]
    # The document below docs/ that explains the figures, and a sentence above the table.
    help_page: ClassVar[str]
    lead: ClassVar[str]
    # Labels and routes of pages that are reached from here.
    links: ClassVar[tuple[tuple[str, str], ...]] = ()
    # Said while there are no annotators, with a picture of the table; and while one has done nothing.
    nothing_yet: ClassVar[str]
    example: ClassVar[str] = "annotator_quality/_example.html"
    nothing_done: ClassVar[tuple[str, str]]
    # What stands below the name of an annotator.
    detail_lead: ClassVar[str] = ""
    order: ClassVar[str] = ""
    template: ClassVar[str] = "annotator_quality/annotator_quality.html"
    detail_template: ClassVar[str] = "annotator_quality/annotator_quality_detail.html"
    # Whether figures are those of a part of the project, such as a judging round: all its annotators are read at once.
    has_parts: ClassVar[bool] = False
    route_prefix: ClassVar[str] = ""
    limits: ClassVar[tuple[Limit, ...]] = ()
    plots: ClassVar[tuple[WeekPlot, ...]] = ()
    # Whether figures leave out annotators who are excluded; criteria offer to exclude several at once.
    allows_exclusion: ClassVar[bool] = False
    criteria: ClassVar[tuple[Criterion, ...]] = ()
    # What is counted in the preview of an exclusion, and the figures that are compared there.
    item_noun: ClassVar[str] = "items"
    changes_caption: ClassVar[str] = ""

    @abstractmethod
    def read_rows(self, selection: Selection) -> list[Row]:
        """Return the figures of annotators in their order, in as many queries for many as for one."""

    def read_row(self, selection: Selection) -> Row:
        """Return the figures of the only annotator of a selection, with what their own page shows beside."""
        return self.read_rows(selection)[0]

    def read_weeks(self, row: Row) -> Sequence[Week]:
        """Return the annotator's weeks in order, where the kind counts them."""
        return ()

    def is_own_week(self, week: Any) -> bool:
        """Return whether the annotator has worked in this week; others may have worked on the same items later."""
        return True

    def has_begun(self, row: Row) -> bool:
        """Return whether there is anything to show of the annotator."""
        return True

    def may_sort(self, project: Project) -> bool:
        """Return whether there is little enough to read that all annotators may be compared within a request."""
        return False

    def sort(self, rows: Sequence[Row]) -> list[Row]:
        """Return rows worst first."""
        return list(rows)

    def choose_columns(self, selection: Selection, rows: Sequence[Row]) -> Sequence[Column[Any]]:
        """Return the columns of the page, without those for which nothing was measured."""
        return self.columns

    def describe_page(self, selection: Selection, rows: Sequence[Row]) -> dict[str, Any]:
        """Return what the kind's own template needs beside the table."""
        return {}

    def describe_detail(self, row: Row, *, is_own: bool) -> dict[str, Any]:
        """Return what the kind's own template of the page about one annotator needs beside their figures."""
        return {}

    def tabulate_parts(self, annotator: Membership, *, is_own: bool, is_manager: bool) -> Table | None:
        """Return a table of the annotator's figures in each part of the project, where the kind has parts."""
        return None

    def find_part(self, project: Project, **named: Any) -> Model | None:
        """Return the part of the project that an address names, or raise 404."""
        return None

    def list_criteria(self, project: Project) -> Sequence[Criterion]:
        """Return the criteria that can suggest anybody in this project."""
        return self.criteria

    def read_rows_to_exclude(self, selection: Selection) -> list[Row]:
        """Return the rows by which criteria suggest annotators."""
        return self.read_rows(selection)

    def count_items(self, row: Row) -> int:
        """Return how much of the work that counts is the annotator's."""
        raise NotImplementedError

    def count_all_items(self, project: Project) -> int:
        """Return how much work counts."""
        raise NotImplementedError

    def compare_figures(self, project: Project, without: Collection[str]) -> list[FigureChange]:
        """Return figures of the project with and without these annotators, by pseudonym."""
        return []

    def route(self, name: str) -> str:
        """Return the full name of one of the kind's routes."""
        return f"{self.kind}:{self.route_prefix}{name}"

    @property
    def tab(self) -> str:
        """The route of the tab under which the pages stand."""
        return self.route("annotator_quality")

    @property
    def weekly_columns(self) -> tuple[Column[Any], ...]:
        """The columns that are also counted by week."""
        return tuple(column for column in self.columns if column.is_weekly)


def describe_rule(criteria: Sequence[Criterion], rule: Rule) -> str:
    """Return the rule in words, as a reason for exclusions."""
    applied = (criterion for criterion in criteria if rule.get(criterion.name) not in (None, False))
    return ", or ".join(criterion.describe(rule[criterion.name]) for criterion in applied)


def find_reasons(criteria: Sequence[Criterion], row: Any, rule: Rule) -> list[str]:
    """Return in words why the rule suggests an annotator; an empty list for one who stays."""
    reasons = []
    for criterion in criteria:
        bound = rule.get(criterion.name)
        if bound is not None and bound is not False:
            reasons += criterion.find_reasons(row, bound)
    return reasons


def bound_below(
    name: str,
    noun: str,
    read: Callable[[Any], float | None],
    *,
    default: float | None,
    lowest: float = 0,
    explanation: str = "",
) -> Criterion:
    """Return the criterion of a figure up to 1 that lies below a bound."""

    def find(row: Any, bound: float) -> list[str]:
        value = read(row)
        if value is None or value >= bound:
            return []
        return [f"{noun} {value:.2f}, below {bound:g}".replace("-", "−")]

    return Criterion(
        name=name,
        label=f"{noun[:1].upper()}{noun[1:]} below" if noun.isascii() else f"{noun} below",
        describe=lambda bound: f"{noun} below {bound:g}",
        find_reasons=find,
        default=default,
        lowest=lowest,
        highest=1,
        help=explanation,
    )
