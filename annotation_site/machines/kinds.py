"""The part of machines that a kind of annotation adds: what a machine is asked, and how its answer is read."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.machines.models import Machine
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project


class MachineTasks(ABC):
    """The work of machines in projects of one kind."""

    # What a machine's answers may be used for, each with its consequence.
    uses: ClassVar[Sequence[tuple[Machine.Use, str]]]
    # An answer as a program sends it, for pages.
    example: ClassVar[str]

    @abstractmethod
    def with_content(self, items: QuerySet[Item]) -> QuerySet[Item]:
        """Fetch what `describe` and `read_answer` read."""

    @abstractmethod
    def list_beyond_work(self, project: Project) -> QuerySet[Item]:
        """Return items that machines may see though they are out of people's work, such as those whose answer is
        known.
        """

    @abstractmethod
    def describe(self, item: Item) -> dict[str, Any]:
        """Return the texts and questions of an item; never what anybody answered."""

    @abstractmethod
    def read_answer(self, item: Item, answer: Mapping[str, Any]) -> dict[str, Any]:
        """Return an answer in the shape of `Submission.reading`. Raise ValueError with a sentence."""

    def require_use(self, machine: Machine) -> None:  # noqa: B027 - a kind may have no such rule
        """Raise DomainError where the machine's answers cannot be used as its `use` says."""

    def follow(self, user: User, machine: Machine) -> None:  # noqa: B027 - a kind may have nothing to request
        """Request what follows from the use of a machine, after it was saved or a file of its answers imported."""


def find_tasks(project: Project) -> MachineTasks:
    """Return what machines do in the project, or raise Http404 if its kind has no work for them."""
    tasks = find_kind(project.kind).machine_tasks
    if tasks is None:
        raise Http404("Projects of this kind have no machines.")
    return tasks
