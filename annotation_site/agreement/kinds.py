"""Declaration of a kind's agreement: its words, options, units, figures, and what two annotators differ on most."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

from django.http import Http404

from annotation_site.agreement.reports import AgreementReport, Cell
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.texts.languages import Language

# Called with what is done and the total, None where it is not known.
Progress = Callable[[int, int | None], None]
Options = TypeVar("Options")


@dataclass(frozen=True, slots=True)
class StoredFigures:
    """Figures that take long, such as intervals, with the moment of a job that computed them; `is_current` where no
    reading changed since.
    """

    result: Mapping[str, Any]
    computed_at: datetime | None
    is_current: bool


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An item on which annotators differ, with the address of its adjudication, if it has one now."""

    number: int
    address: str
    texts: Sequence[tuple[str, Language]]
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class DisagreementList:
    """Items on which annotators differ, worst first, as rows of the database of which a page is read; `heads` are those
    of the columns after number and text.
    """

    caption: str
    heads: Sequence[str]
    rows: Any
    count: int
    describe: Callable[[Sequence[Any]], list[Disagreement]]


class AgreementKind(ABC, Generic[Options]):
    """The agreement of one kind of project. Options are what somebody chose in the address of the page."""

    # Units, one and several, and the sentence of a project in which nothing can be compared yet.
    noun: ClassVar[tuple[str, str]]
    # What is resampled, where it is not these units.
    resampled: ClassVar[str] = ""
    empty_text: ClassVar[str]
    # Templates: what the figures say, in a sentence; buttons beside the heading; choices above the answer; sections
    # below the tables; an example for a project without figures.
    answer: ClassVar[str]
    actions: ClassVar[str] = ""
    choices: ClassVar[str] = ""
    further: ClassVar[str] = ""
    example: ClassVar[str] = ""
    # With more units than these, a job computes what takes long.
    at_once: ClassVar[int]
    # Whether there is a report without the stored figures.
    has_report_at_once: ClassVar[bool] = True

    @abstractmethod
    def describe_lead(self, project: Project) -> str:
        """Return the sentence below the heading."""

    @abstractmethod
    def read_options(self, project: Project, query: Mapping[str, str]) -> Options:
        """Return the options of an address. Raise DomainError for some that cannot be met."""

    def write_query(self, options: Options) -> dict[str, str]:
        """Return the options as an address has them, without those that are the default."""
        return {}

    def name_question(self, options: Options) -> str:
        """Return a short text that is equal for options with the same stored figures."""
        return ""

    @abstractmethod
    def count_units(self, project: Project) -> int:
        """Return the number of units that can be compared, quickly."""

    @abstractmethod
    def read_changes(self, project: Project) -> int:
        """Return a number that increases whenever readings change."""

    def bring_up_to_date(self, project: Project) -> None:
        """Store what counting needs, before figures are computed from one snapshot of the database."""

    @abstractmethod
    def compute(self, project: Project, options: Options, progress: Progress) -> dict[str, Any]:
        """Return the figures that take long, as JSON, with `units`, `resamples` and `seed`."""

    @abstractmethod
    def describe(self, project: Project, options: Options, stored: StoredFigures | None) -> AgreementReport | None:
        """Return the report, or None before there is anything to compare."""

    def list_disagreements(self, project: Project) -> DisagreementList | None:
        """Return the items on which annotators differ, or None in kinds that have no order of them."""
        return None

    def describe_choices(self, request: SignedInRequest, options: Options) -> dict[str, Any]:
        """Return what the template of choices needs."""
        return {}

    def describe_page(
        self, request: SignedInRequest, options: Options, report: AgreementReport, stored: StoredFigures | None
    ) -> dict[str, Any]:
        """Return what the other templates of the kind need beside the report."""
        return {}


def find_agreement(project: Project) -> AgreementKind[Any]:
    """Return the agreement of the project's kind. Raise 404 in kinds that have none."""
    kind = find_kind(project.kind).agreement
    if kind is None:
        raise Http404("Projects of this kind have no agreement.")
    return kind
