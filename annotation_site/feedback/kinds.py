"""The part of feedback that a kind of annotation adds."""

from abc import ABC
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework import serializers

from annotation_site.assignments.kinds import AnnotationKind, list_kinds
from annotation_site.assignments.models import Assignment, Item
from annotation_site.feedback.models import Feedback, FeedbackReply
from annotation_site.projects.models import Project
from annotation_site.projects.pending_tasks import PendingTask


@dataclass(frozen=True, slots=True)
class Difference:
    """An annotator's work and gold at a place of an item where they differ, as a reply keeps both."""

    own: Any
    gold: Any


@dataclass(frozen=True, slots=True)
class Place:
    """A place of an item that feedback is about, with the reply to it; a kind adds what it shows there.

    Places at which nothing differs any more are shown for their reply.
    """

    key: str
    differs: bool
    note: str
    reply: FeedbackReply | None

    @property
    def is_settled(self) -> bool:
        return self.reply is not None and self.reply.state != FeedbackReply.State.ANSWERED

    @property
    def can_acknowledge(self) -> bool:
        return not self.is_settled

    @property
    def can_dispute(self) -> bool:
        is_waiting = self.reply is not None and self.reply.state == FeedbackReply.State.DISPUTED
        return self.differs and not is_waiting


def _list_all(items: Collection[Item]) -> set[int]:
    return {item.pk for item in items}


@dataclass(frozen=True)
class FeedbackSource:
    """The part of feedback that a kind adds: its words, its pages, and where work and gold differ."""

    # What waits for annotators and for adjudicators.
    task: PendingTask
    dispute_task: PendingTask
    # Extend the templates of the same names in templates/feedback.
    template: str
    item_template: str
    # The shape of a place in the API, an `annotation_site.feedback.schemas.PlaceFeedback`.
    place_serializer: type[serializers.Serializer[Any]]
    # For annotators, of a place without a difference; marked for translation.
    no_difference: str
    # Fetches what the next three read.
    with_content: Callable[[QuerySet[Feedback]], QuerySet[Feedback]]
    # A few words for the head of a page.
    name: Callable[[Item], str]
    excerpt: Callable[[Item], str]
    # What the page of one item shows: `places` in their order, of which each has a `place`, the others as `same` and
    # their number as `same_count`, and the kind's own.
    describe: Callable[[Feedback], dict[str, Any]]
    # The differences of each submitted assignment on an adjudicated item, by place.
    find_differences: Callable[[Collection[Assignment]], Mapping[int, Mapping[str, Difference]]]
    # The keys of those adjudicated items on which feedback may be given now, as far as other work is concerned that it
    # would influence.
    find_final: Callable[[Collection[Item]], set[int]] = _list_all


class FeedbackKind(AnnotationKind, ABC):
    """A kind of annotation whose annotators see their work beside what was decided, where the project shows it."""

    feedback: ClassVar[FeedbackSource]


def find_feedback(project: Project) -> FeedbackSource:
    """Return the source of feedback in a project that gives some."""
    return next(kind.feedback for kind in list_feedback_kinds() if kind.kind == project.kind)


def list_feedback_kinds() -> list[FeedbackKind]:
    """Return the kinds of annotation that give feedback."""
    return [kind for kind in list_kinds() if isinstance(kind, FeedbackKind)]
