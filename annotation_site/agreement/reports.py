"""Agreement in one project as page, files and plots show it: coefficients, rows of figures, groups of rows. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal, NamedTuple

from annotation_site.coefficients.figure import Figure
from annotation_site.figures.plots import Plot, name_tick
from annotation_site.languages.marks import FilledSentence

Ends = Sequence[float]
PlotStyle = Literal["", "rows", "line"]
Translate = Callable[[str], str]
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Coefficient(NamedTuple):
    """A coefficient of agreement: its name in files, its name and the head of its column on pages, its meaning and the
    source that defines it.
    """

    name: str
    title: str
    head: str
    meaning: str = ""
    source: str = ""


class Count(NamedTuple):
    """A column of numbers or words beside figures: its name in files, and its head on pages."""

    name: str
    head: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, or the reason why there is none, with its 95 % interval if that was computed."""

    figure: Figure
    interval: Ends | None = None

    @property
    def value(self) -> float | None:
        return self.figure.value

    @property
    def reason(self) -> str:
        return self.figure.reason


CountValue = int | str | None


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """Figures of two annotators, of a part of the units, or of all: values by the names of coefficients and counts.

    `place` is where the row lies on an axis of time; in groups without one, rows have equal distances.
    """

    names: tuple[str, ...]
    estimates: Mapping[str, Estimate] = field(default_factory=dict)
    counts: Mapping[str, CountValue] = field(default_factory=dict)
    is_total: bool = False
    place: int | None = None
    address: str = ""

    @property
    def label(self) -> str:
        return "–".join(name for name in self.names if name)


class Cell(NamedTuple):
    """A cell of a table on the page."""

    style: Literal["figure", "number", "text", "empty"]
    value: Estimate | CountValue = None


class PageRow(NamedTuple):
    """A row of a table on the page, with its cells in the order of the heads."""

    row: AgreementRow
    cells: Sequence[Cell]


def make_count_cell(value: CountValue) -> Cell:
    """Return the cell of a number or a word; words are not aligned as numbers."""
    if value is None or value == "":
        return Cell("empty")
    return Cell("number" if isinstance(value, int) else "text", value)


@dataclass(frozen=True, slots=True)
class AgreementGroup:
    """Rows with the same columns, such as pairs of annotators, stretches of time or categories: a table on the page, a
    file, and a plot where a style is named.

    `names` are the columns of row names in files. `make_file` returns the group of files where the page has a part.
    """

    name: str
    title: str
    head: str
    names: Sequence[str]
    rows: Sequence[AgreementRow]
    coefficients: Sequence[Coefficient] = ()
    counts: Sequence[Count] = ()
    caption: str = ""
    note: str = ""
    plot: PlotStyle = ""
    plotted: Sequence[str] = ()
    plot_note: str = ""
    decimals: int = 3
    is_open: bool = False
    make_file: Callable[[], AgreementGroup] | None = None

    @property
    def plotted_coefficients(self) -> list[Coefficient]:
        """Return the coefficients of the plot, at most four, as many as have symbols of their own."""
        by_name = {coefficient.name: coefficient for coefficient in self.coefficients}
        return [by_name[name] for name in self.plotted or list(by_name)[:4]]

    @property
    def has_plot(self) -> bool:
        """Return whether there is something to plot; one point makes no line."""
        if not self.plot:
            return False
        drawn = [row for row in self.rows if self.plot == "rows" or not row.is_total]
        return len(drawn) > 1 and any(
            row.estimates[coefficient.name].value is not None
            for row in drawn
            for coefficient in self.plotted_coefficients
            if coefficient.name in row.estimates
        )

    def list_page_rows(self) -> list[PageRow]:
        """Return the rows with their cells in the order of the heads: the first count, figures, other counts."""
        first, others = self.counts[:1], self.counts[1:]
        rows = []
        for row in self.rows:
            cells = [make_count_cell(row.counts.get(count.name)) for count in first]
            for coefficient in self.coefficients:
                estimate = row.estimates.get(coefficient.name)
                cells.append(Cell("figure", estimate) if estimate else Cell("empty"))
            cells += [make_count_cell(row.counts.get(count.name)) for count in others]
            rows.append(PageRow(row, cells))
        return rows

    @property
    def heads(self) -> list[str]:
        """Return the heads of the columns after the name."""
        first, others = self.counts[:1], self.counts[1:]
        columns: list[Count | Coefficient] = [*first, *self.coefficients, *others]
        return [column.head for column in columns]

    @property
    def reasons(self) -> list[str]:
        """Return the reasons for figures without a value, each once."""
        estimates = [estimate for row in self.rows for estimate in row.estimates.values()]
        return list(dict.fromkeys(estimate.reason for estimate in estimates if estimate.value is None))


class Headline(NamedTuple):
    """A large figure at the top of the page."""

    title: str
    estimate: Estimate


def name_day(day: date) -> str:
    """Return a day such as 3 Nov."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def write_decimals(value: float, decimals: int) -> str:
    """Return fixed decimals with a true minus."""
    return f"{value:z.{decimals}f}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class PlotWording:
    """Words, numbers and days of plots in a language, by default English."""

    translate: Translate = str
    write_decimals: Callable[[float, int], str] = write_decimals
    write_tick: Callable[[float], str] = name_tick
    write_count: Callable[[int], str] = "{:,}".format
    write_day: Callable[[date], str] = name_day


class NamedPlot(NamedTuple):
    """A plot with the words below it."""

    name: str
    title: str
    note: str
    plot: Plot


class DeclaredPlot(NamedTuple):
    """A plot of a kind's own beside those of its groups, drawn in the language in which it is read."""

    name: str
    title: str
    note: str
    draw: Callable[[PlotWording], Plot]


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """Agreement in one project. `units` are those with two readings or more; the first group is plotted first."""

    units: int
    headlines: Sequence[Headline]
    coefficients: Sequence[Coefficient]
    groups: Sequence[AgreementGroup]
    plots: Sequence[DeclaredPlot] = ()

    @property
    def shown_groups(self) -> list[AgreementGroup]:
        return [group for group in self.groups if group.rows]

    def find_group(self, name: str) -> AgreementGroup | None:
        """Return the group of this name, if it has rows."""
        return next((group for group in self.shown_groups if group.name == name), None)


def translate_report(report: AgreementReport, translate: Translate) -> AgreementReport:
    """Return the report with its words translated, for the page; files keep the names that programs read."""
    return replace(
        report,
        headlines=[
            Headline(translate(headline.title), _translate_estimate(headline.estimate, translate))
            for headline in report.headlines
        ],
        coefficients=[_translate_coefficient(coefficient, translate) for coefficient in report.coefficients],
        groups=[_translate_group(group, translate) for group in report.groups],
        plots=[plot._replace(title=translate(plot.title), note=translate(plot.note)) for plot in report.plots],
    )


def _translate_group(group: AgreementGroup, translate: Translate) -> AgreementGroup:
    return replace(
        group,
        title=translate(group.title),
        head=translate(group.head),
        rows=[_translate_row(row, translate) for row in group.rows],
        coefficients=[_translate_coefficient(coefficient, translate) for coefficient in group.coefficients],
        counts=[count._replace(head=translate(count.head)) for count in group.counts],
        caption=translate(group.caption),
        note=translate(group.note),
        plot_note=translate(group.plot_note),
    )


def _translate_row(row: AgreementRow, translate: Translate) -> AgreementRow:
    """Return the row; only marked names and counts are words of ours, others are pseudonyms and categories."""
    names = tuple(translate(name) if isinstance(name, FilledSentence) else name for name in row.names)
    estimates = {name: _translate_estimate(estimate, translate) for name, estimate in row.estimates.items()}
    counts = {
        name: translate(count) if isinstance(count, FilledSentence) else count for name, count in row.counts.items()
    }
    return replace(row, names=names, estimates=estimates, counts=counts)


def _translate_coefficient(coefficient: Coefficient, translate: Translate) -> Coefficient:
    _name, *words = coefficient
    return Coefficient(coefficient.name, *map(translate, words))


def _translate_estimate(estimate: Estimate, translate: Translate) -> Estimate:
    return Estimate(Figure(estimate.value, translate(estimate.reason)), estimate.interval)


def list_file_cells(group: AgreementGroup) -> Iterator[list[object]]:
    """Yield a group as rows of a file, the head first: names, the first count, figures, other counts, and the ends of
    intervals where there are any. A figure without a value is empty.
    """
    if group.make_file:
        group = group.make_file()
    has_intervals = [
        coefficient
        for coefficient in group.coefficients
        if any(row.estimates[coefficient.name].interval for row in group.rows if coefficient.name in row.estimates)
    ]
    first, others = group.counts[:1], group.counts[1:]
    yield [
        *group.names,
        *(count.name for count in first),
        *(coefficient.name for coefficient in group.coefficients),
        *(count.name for count in others),
        *(f"{coefficient.name}_{end}" for coefficient in has_intervals for end in ("low", "high")),
    ]
    for row in group.rows:
        cells: list[object] = [*row.names, *[""] * (len(group.names) - len(row.names))]
        cells += [row.counts.get(count.name) for count in first]
        cells += [round_value(row.estimates.get(coefficient.name)) for coefficient in group.coefficients]
        cells += [row.counts.get(count.name) for count in others]
        for coefficient in has_intervals:
            estimate = row.estimates.get(coefficient.name)
            ends = estimate.interval if estimate and estimate.interval else (None, None)
            cells += [None if end is None else round(end, 6) for end in ends]
        yield cells


def round_value(estimate: Estimate | None) -> float | None:
    """Return the value with six decimals for files, or None."""
    return None if estimate is None or estimate.value is None else round(estimate.value, 6)


def name_estimates(
    figures: Mapping[str, Figure], intervals: Mapping[str, Ends | None] | None = None
) -> dict[str, Estimate]:
    """Return figures by name with their intervals, where there are some."""
    known = intervals or {}
    return {name: Estimate(figure, known.get(name)) for name, figure in figures.items()}
