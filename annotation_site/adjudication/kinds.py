"""The part of adjudication that a kind of annotation adds: what is in its queue, how readings differ, and its two acts.

Pages and API are the same for all kinds and ask the kind for what differs. A subject (below) is what one decision is
about, as the kind finds it: a passage, a task, a compound.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from django import forms
from django.utils.module_loading import import_string
from rest_framework import serializers

from annotation_site.accounts.models import User
from annotation_site.adjudication import queues
from annotation_site.adjudication.acts import Acts
from annotation_site.adjudication.queries import HistoryEntry, describe_act, list_item_history
from annotation_site.adjudication.queues import SHOWN, TO_DECIDE, QueuePosition
from annotation_site.adjudication.schemas import DecidedVersion
from annotation_site.assignments.forms import StepForm
from annotation_site.assignments.kinds import AnnotationKind, find_kind
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class QueuePart:
    """The part of the queue that an address names: the list that is shown, and the query string that keeps every link
    to thresholds and filters; a kind adds these.
    """

    shown: str = TO_DECIDE
    query: str = ""

    @property
    def form(self) -> forms.Form | None:
        """The form of thresholds, where the kind has them."""
        return None


class Filter(NamedTuple):
    """A list of the queue with its name in addresses, its label, and the number of its rows."""

    name: str
    label: str
    size: int


class ApiNames(NamedTuple):
    """The address of the queue below that of the project, the names of its routes, and the identifiers of operations:
    listing, reading, undoing and deciding.
    """

    address: str
    routes: tuple[str, str, str]
    operations: tuple[str, str, str, str]

    @classmethod
    def of(cls, noun: str) -> ApiNames:
        """Return the usual names, after what is decided."""
        routes = (f"{noun}-queue", f"{noun}-decision", f"{noun}-undo")
        return cls(routes[0], routes, (f"{noun}_queue", f"{noun}_decision", f"{noun}_undo", f"{noun}_decide"))


class QueueParameter(NamedTuple):
    """A parameter of a queue's address, as the document of the API tells it, which workers do not load."""

    name: str
    description: str
    type: type = str


class Adjudication(ABC, Generic[Subject]):
    """Adjudication of one kind of annotation. Texts are marked for translation."""

    # The kind of projects, which is also the namespace of the pages.
    kind: ClassVar[str]
    acts: ClassVar[Acts]
    # Extend adjudication/queue.html and, unless the kind has a page of its own, adjudication/adjudicate.html; the
    # latter needs `acts`, a form and `nothing_left`.
    queue_template: ClassVar[str]
    template: ClassVar[str] = ""
    page_size: ClassVar[int] = 50
    # In the words of the kind: many of its subjects, the button that opens the worst one, and the sentence after the
    # last one.
    noun: ClassVar[str]
    start: ClassVar[str]
    nothing_left: ClassVar[str] = ""
    api: ClassVar[ApiNames]
    # The shapes of the API: a row of the queue, a subject with its readings, a decision, if the kind has one request
    # for it, and the answer to it.
    row_serializer: ClassVar[type[serializers.Serializer[Any]]]
    # The services of the two acts, and what the first takes as `verdict`, where a decision is one request.
    verdict: ClassVar[Callable[..., Any]]
    store_decision: ClassVar[Callable[..., Any]]
    undo_decision: ClassVar[Callable[..., Any]]
    state_serializer: ClassVar[type[serializers.Serializer[Any]]]
    decision_serializer: ClassVar[type[serializers.Serializer[Any]] | None] = None
    decided_serializer: ClassVar[type[serializers.Serializer[Any]]] = DecidedVersion
    # What an address of the queue takes beside the name of a list.
    parameters: ClassVar[Sequence[QueueParameter]] = ()

    # The queue

    def list_names(self) -> Mapping[str, str]:
        """Return the lists of the queue, by their names in addresses, with their labels."""
        return SHOWN

    @abstractmethod
    def choose(self, user: User, project: Project, parameters: Mapping[str, str]) -> QueuePart:
        """Return the part of the queue that the parameters of an address name; raise DomainError for an invalid one."""

    def find_shown(self, name: str) -> str:
        """Return the list with this name, the first of all for any other."""
        names = self.list_names()
        return name if name in names else next(iter(names))

    @abstractmethod
    def list_queue(self, project: Project, part: QueuePart) -> Any:
        """Return the rows of a list, worst first."""

    def list_waiting(self, project: Project, part: QueuePart) -> Any:
        """Return the rows that are to be decided, worst first."""
        return self.list_queue(project, replace(part, shown=TO_DECIDE))

    def list_filters(self, project: Project, part: QueuePart) -> list[Filter]:
        """Return the lists of the queue with their numbers."""
        return [
            Filter(name, label, self.list_queue(project, replace(part, shown=name)).count())
            for name, label in self.list_names().items()
        ]

    def find_next(self, project: Project, part: QueuePart, subject: Subject | None = None) -> int | None:
        """Return the number of the subject to decide after this one, from the top again after the last; None when none
        is left.
        """
        item = None if subject is None else self.item_of(subject)
        return queues.find_next(self.list_waiting(project, part), item)

    def find_position(self, project: Project, part: QueuePart, subject: Subject) -> QueuePosition:
        """Return where the subject stands among those that wait."""
        return queues.find_position(self.list_waiting(project, part), self.item_of(subject))

    def list_disputes(self, project: Project, subject: Subject | None = None) -> Sequence[Any]:
        """Return annotators' open disputes of decisions in the project, or of one, oldest first."""
        return []

    def queue_context(self, user: User, project: Project, part: QueuePart, rows: Sequence[Any]) -> dict[str, Any]:
        """Return what the template of the queue needs beside the rows of its page."""
        return {}

    # One subject

    @abstractmethod
    def find(self, user: User, project: Project, number: int) -> Subject:
        """Return the subject with this number; raise 404 if there is none."""

    @abstractmethod
    def name(self, subject: Subject) -> str:
        """Return a few words by which people know the subject."""

    def item_of(self, subject: Subject) -> Item | None:
        """Return the item whose readings are decided, None for a subject of several items."""
        item: Item = cast(Any, subject).item
        return item

    @abstractmethod
    def describe(self, user: User, subject: Subject) -> dict[str, Any]:
        """Return the state of a subject: its readings with their differences, and what stands."""

    def list_history(self, subject: Subject) -> list[HistoryEntry]:
        """Return the decisions on the subject and their undoing, latest first."""
        item = self.item_of(subject)
        operations = [] if item is None else list_item_history(self.acts, item)
        return [describe_act(self.acts, operation) for operation in operations]

    def page_context(self, subject: Subject, state: dict[str, Any], form: StepForm | None) -> dict[str, Any]:
        """Return what the template of the page needs beside the state; a refused form keeps what was filled in."""
        return {}

    def decision_form(self, data: Any, subject: Subject) -> Any:
        """Return the form of a decision, whose `read_content` gives the content that `decide` takes."""
        raise NotImplementedError

    # The two acts

    def read_decision(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return the content that `decide` takes from the body of a request."""
        return fields

    def decide(
        self, *, user: User, project: Project, number: int, version: int, operation_id: Any, **content: Any
    ) -> Any:
        """Store a decision and return its row."""
        return type(self).store_decision(
            user=user,
            project=project,
            number=number,
            version=version,
            operation_id=operation_id,
            verdict=self.verdict(**content),
        )

    def undo(self, *, user: User, project: Project, number: int, version: int, operation_id: Any) -> Any:
        """Undo the latest decision and return its row."""
        return type(self).undo_decision(
            user=user, project=project, number=number, version=version, operation_id=operation_id
        )

    # Addresses

    @property
    def tab(self) -> str:
        """The route of the queue."""
        return f"{self.kind}:adjudication"

    @property
    def page(self) -> str:
        """The route of one subject."""
        return f"{self.kind}:adjudicate"


class AdjudicatedKind(AnnotationKind, ABC):
    """A kind of annotation whose readings an adjudicator decides on."""

    # The name of what the kind declares. It is loaded when a page or the API asks: workers need none of its shapes.
    adjudication_path: ClassVar[str]

    @cached_property
    def adjudication(self) -> Adjudication[Any]:
        """Return what the kind declares of its adjudication."""
        return cast("Adjudication[Any]", import_string(self.adjudication_path))


def find_adjudication(project_kind: str) -> Adjudication[Any]:
    """Return the adjudication of a kind that has one."""
    return cast(AdjudicatedKind, find_kind(project_kind)).adjudication
