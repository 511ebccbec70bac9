"""The part of the annotation loop that a kind of annotation adds.

A kind is registered with the kinds of projects. Services, pages and API are the same for all kinds and ask the kind for
what differs. Content (`**content` below) is whatever the kind saves: cells of a pair, scores of a compound.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, ClassVar, cast

from django import forms
from django.db.models import Q, QuerySet
from rest_framework import serializers

from annotation_site.accounts.models import User
from annotation_site.assignments.forms import SubmitForm
from annotation_site.assignments.models import Assignment, Item, ItemQuerySet, Submission
from annotation_site.assignments.quotas import CheckQuota
from annotation_site.projects import kinds
from annotation_site.projects.kinds import ProjectKind
from annotation_site.projects.models import Membership, Project
from annotation_site.web.api.views import read_fields

Save = Callable[..., None]


class AnnotationKind(ProjectKind, ABC):
    """One kind of annotation: beside what a project of it has, the content of an assignment, its pages and its steps.

    Hooks named `after_…` run in the transaction of their step and under its locks; hooks named `require_…` raise
    `NotEditable`.
    """

    # The route of the page on which an assignment is worked on, in the namespace of the kind.
    page: ClassVar[str]
    template: ClassVar[str]
    work_template: ClassVar[str]
    # For annotators, while there is nothing to annotate, and when nothing is left for them. These and the reasons below
    # are marked for translation.
    no_work_yet: ClassVar[str]
    nothing_left: ClassVar[str]
    # The tab under which managers find the items.
    items_tab: ClassVar[str]
    # Whether the project's number of items has those that are no work, because their answer is known.
    counts_known_items: ClassVar[bool] = True
    # The purpose of what `find_repeat` finds.
    repeats_as: ClassVar[str] = Assignment.Purpose.REPEAT
    # Offered beside words of one's own where an item is skipped; nine at most, for each has a digit.
    skip_reasons: ClassVar[tuple[str, ...]]
    # The shapes of the API: an assignment's state, the content of a save, what comes with submitting and why it fails.
    state_serializer: ClassVar[type[serializers.Serializer[Any]]]
    change_serializer: ClassVar[type[serializers.Serializer[Any]]]
    submit_serializer: ClassVar[type[serializers.Serializer[Any]]]
    problem_serializer: ClassVar[type[serializers.Serializer[Any]]]

    # Addresses

    def route(self, name: str) -> str:
        """Return the full name of one of the kind's routes."""
        return f"{self.kind}:{name}"

    def home_route(self, assignment: Assignment) -> str:
        """Return the route of the page from which the annotator came."""
        return self.route("assignments")

    def page_after(self, assignment: Assignment) -> str | None:
        """Return the address of a page that a submission leads to before anything new is leased."""
        return None

    def page_at_end(self, user: User, project: Project) -> str | None:
        """Return the address of the page that says why nothing is left, where the kind has one."""
        return None

    # Content and state

    @abstractmethod
    def with_content(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        """Fetch what is annotated; assignments of other kinds are left out."""

    def with_state(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        """Fetch everything that `describe_content` reads, with the project and the annotator."""
        return self.with_content(assignments)

    @abstractmethod
    def describe_content(self, assignment: Assignment) -> dict[str, Any]:
        """Return the kind's part of the state of an assignment that was fetched with it."""

    @abstractmethod
    def name(self, assignment: Assignment) -> str:
        """Return a few words by which the annotator knows the item."""

    def find_closed(self, assignments: Sequence[Assignment]) -> Collection[int]:
        """Return which of an annotator's submitted assignments `require_reopenable` and `after_reopen` would refuse, so
        that reopening them is not offered.
        """
        return ()

    def find_given_away(self, assignments: Sequence[Assignment]) -> Collection[int]:
        """Return which of an annotator's skipped or returned assignments `require_takeable` would refuse."""
        return ()

    def may_change_submitted(self, assignment: Assignment) -> bool:
        """Return whether a submitted assignment can be changed without reopening it."""
        return False

    @abstractmethod
    def item_api(self, item: Item) -> str:
        """Return the address of the API at which managers read the item, or that to which it belongs."""

    # Pages

    def list_work(self, assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
        """Fetch what `describe_row` reads."""
        return self.with_content(assignments)

    @abstractmethod
    def search_items(self, items: QuerySet[Item], typed: str) -> QuerySet[Item]:
        """Return the items whose text has what was typed."""

    @abstractmethod
    def describe_row(self, assignment: Assignment) -> dict[str, Any]:
        """Return the kind's part of a row of "My work"."""

    @abstractmethod
    def work_context(self, annotator: Membership) -> dict[str, Any]:
        """Return what the template of "My work" needs beside rows and counts."""

    @abstractmethod
    def page_context(self, assignment: Assignment, state: dict[str, Any], form: forms.Form | None) -> dict[str, Any]:
        """Return what the template of the page needs beside the state; a refused form keeps what was filled in."""

    @abstractmethod
    def submit_form(self, data: Any, assignment: Assignment) -> SubmitForm:
        """Return the form with which the page is submitted."""

    # Saving

    def read_change(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the content of a save from the body of a request."""
        return read_fields(body, self.change_serializer)

    def read_submission(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return what comes with submitting from the body of a request."""
        return read_fields(body, self.submit_serializer)

    @abstractmethod
    def operation_kind(self, content: Mapping[str, Any]) -> str:
        """Return the kind under which a save is recorded."""

    @abstractmethod
    def save(self, assignment: Assignment, place: Any, **content: Any) -> dict[str, Any]:
        """Store the content and return the payload of the operation."""

    def lock_place(self, assignment: Assignment) -> Any:
        """Return, locked, what allows a submitted assignment to be changed without reopening it; None otherwise."""
        return None

    # Submitting and reopening

    @abstractmethod
    def finish(self, assignment: Assignment, save: Save, **content: Any) -> dict[str, Any]:
        """Return the reading that a submission keeps, after a last save if due; raise Untouched if it is incomplete."""

    def after_submit(self, assignment: Assignment, submission: Submission, place: Any) -> dict[str, Any]:
        """Bring up to date what rests on submissions; return what the operation's payload tells of it."""
        return {}

    def after_stored(self, assignment: Assignment) -> None:
        """Go on with the item, once the submission and the assignment's state are stored, in the same transaction."""

    def require_reopenable(self, assignment: Assignment) -> None:
        """Refuse reopening; called before the item is locked."""

    def after_reopen(self, assignment: Assignment) -> None:
        """Bring up to date what rests on submissions, or refuse under the item's lock."""

    def require_takeable(self, assignment: Assignment) -> None:
        """Refuse resuming."""

    # Withdrawing and bringing back

    def with_text(self, items: QuerySet[Item]) -> QuerySet[Item]:
        """Fetch what `read_text` reads."""
        return items

    def read_text(self, item: Item) -> str:
        """Return the text by which a manager knows the item in a list."""
        return item.identifier

    @abstractmethod
    def item_address(self, item: Item) -> str:
        """Return the page on which managers see the item, or that to which it belongs; read after `with_text`."""

    def why_withdrawn(self, item: Item) -> str:
        """Return why an item that no manager withdrew is out of work."""
        return "its answer is known"

    def find_other_use(self, item: Item) -> str:
        """Return the sentence that says why an item cannot be withdrawn because other people work with it, or an empty
        one.
        """
        return ""

    def state_on_return(self, item: Item) -> str:
        """Return the state of an item that is brought back; `withdrawn_from` is the one that its work gives it."""
        return item.withdrawn_from

    def after_withdrawal(self, items: Sequence[Item]) -> None:
        """Bring up to date what rests on the work of locked items that were withdrawn or brought back."""

    # Leasing, for annotators fetched `with_terms`; while one leases, their row is locked

    def with_terms(self, annotators: QuerySet[Membership]) -> QuerySet[Membership]:
        """Annotate what the hooks below read of annotators, so that they ask for nothing more."""
        return annotators

    def may_need_preparation(self, annotator: Membership) -> bool:
        """Return whether something may come before the annotator's work: then `lease_before_work` is asked."""
        return False

    def lease_before_work(self, annotator: Membership, *, is_excluded: bool) -> tuple[Assignment | None, bool]:
        """Return what comes before work, such as training, and whether work may come when there is nothing."""
        return None, True

    def list_checks(self) -> ItemQuerySet:
        """Return the items of all projects that are mixed into work as silent checks, because their answer is known."""
        return Item.objects.none()

    def hold_check(self, item: Item) -> bool:
        """Keep an item among the checks until the lease is stored, and return whether it is still one."""
        return True

    def find_check_quotas(self, annotators: Collection[Membership]) -> Mapping[int, CheckQuota]:
        """Return quotas of silent checks by annotator, where there are any, in as many queries for many as for one."""
        return {}

    def find_repeat(self, annotator: Membership, *, is_last: bool = False) -> Item | None:
        """Return an item that the annotator is asked a second time now, or once nothing else is left."""
        return None

    def count_repeats_left(self, annotators: Collection[Membership]) -> Mapping[int, int]:
        """Return how many items will be asked a second time, for those annotators who have any."""
        return {}

    def find_limits(self, annotators: Collection[Membership]) -> Mapping[int, int]:
        """Return the number of items that an annotator submits at most, for those who have a limit."""
        return {}

    def may_begin(self, annotator: Membership) -> bool:
        """Return whether the annotator gets one more item."""
        return True

    def own_items(self, annotator: Membership) -> QuerySet[Item] | None:
        """Return the only items that the annotator is given, or None where it may be any."""
        return None

    def list_parts(self, annotator: Membership) -> Sequence[tuple[int, ...]]:
        """Return the parts of the work that the annotator finishes one after the other, by the first and the last
        number of their items; an empty one stands for everything.
        """
        return [()]

    def items_to_avoid(self, annotator: Membership) -> Collection[int]:
        """Return keys of items that come only when no others are left."""
        return ()

    def after_lease(self, assignment: Assignment) -> None:
        """Record what belongs to a lease."""

    def after_last(self, annotator: Membership) -> None:
        """Note that nothing is left for the annotator."""


def any_contains(places: Iterable[str], typed: str) -> Q:
    """Return the condition that one of these texts contains what was typed, for lists as short as a person's own."""
    return reduce(or_, (Q(**{f"{place}__icontains": typed}) for place in places))


def list_kinds() -> list[AnnotationKind]:
    """Return every kind of annotation."""
    return [kind for kind in kinds.list_kinds() if isinstance(kind, AnnotationKind)]


def find_kind(name: str) -> AnnotationKind:
    """Return the kind of annotation with this name."""
    return cast(AnnotationKind, kinds.find_kind(name))


def kind_of(project: Project) -> AnnotationKind:
    """Return the kind of annotation that the project asks for."""
    return find_kind(project.kind)
