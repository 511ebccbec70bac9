"""The editor's routes in the OpenAPI document; the requests themselves are read by requests.py."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from alignment.readings.api.cell_schemas import DecisionEntries, DismissalEntries, DrawnLinks, LinkEntries, MarkEntries
from alignment.readings.api.requests import LONGEST_COMMENT, LONGEST_REASON, MOST_AT_ONCE
from alignment.readings.api.state_schemas import AssignmentState, OwnComment, StateProblem, SubmitProblem
from annotation_site.assignments.api import Saved, SkipRequest, Step, TakeUpRequest
from annotation_site.assignments.history import CHANGES
from annotation_site.assignments.models import Assignment
from annotation_site.web.openapi import describe
from annotation_site.web.shapes import LARGEST_INTEGER


class EditorOperation(Step):
    """One action of the editor; undo and redo send empty lists."""

    kind = serializers.ChoiceField(choices=CHANGES)
    links = LinkEntries(required=False)
    unaligned = MarkEntries(required=False)
    dismissed = DismissalEntries(required=False)


class WaitingOperation(serializers.Serializer[Any]):
    """One action among several; undo and redo send empty lists."""

    operation_id = serializers.UUIDField(help_text="Made anew for every action; the same one again is applied once.")
    kind = serializers.ChoiceField(choices=CHANGES)
    links = LinkEntries(required=False)
    unaligned = MarkEntries(required=False)
    dismissed = DismissalEntries(required=False)


class BatchRequest(serializers.Serializer[Any]):
    """Actions that waited while the line was down, in their order."""

    version = serializers.IntegerField(
        min_value=0, max_value=LARGEST_INTEGER, help_text="The version before the first of them."
    )
    operations = serializers.ListField(child=WaitingOperation(), min_length=1, max_length=MOST_AT_ONCE)


class SavedBatch(serializers.Serializer[Any]):
    """The receipt of several saves."""

    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()
    operation_ids = serializers.ListField(child=serializers.UUIDField())


class SubmitRequest(Step):
    """Handing in."""

    mark_rest = serializers.BooleanField(default=False, help_text="Mark every untouched word as without counterpart.")


class Submitted(serializers.Serializer[Any]):
    """Where to go on."""

    next = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()


class Skipped(serializers.Serializer[Any]):
    """Where to go on."""

    next = serializers.CharField(allow_null=True)


class CommentRequest(serializers.Serializer[Any]):
    """A comment on one's own assignment."""

    operation_id = serializers.UUIDField()
    text = serializers.CharField(max_length=LONGEST_COMMENT)


class DecisionsRequest(Step):
    """Decisions on cells."""

    decisions = DecisionEntries(required=False)
    note = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class DrawingRequest(Step):
    """A unit as the adjudicator draws it; cells that are not listed stay as they are."""

    links = DrawnLinks()
    note = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class AdoptRequest(Step):
    """Whose reading to adopt."""

    pseudonym = serializers.CharField(max_length=8)
    note = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class AssignmentRow(serializers.ModelSerializer[Assignment]):
    """One of the person's own assignments."""

    project = serializers.CharField(source="item.project.slug")
    number = serializers.IntegerField(source="item.number")
    identifier = serializers.CharField(source="item.identifier", allow_blank=True)

    class Meta:
        model = Assignment
        fields = ("id", "project", "number", "identifier", "state", "version", "created_at", "submitted_at")


STALE = {409: StateProblem}

assignment_detail = describe("assignment_detail", answers={200: AssignmentState})
assignment_operations = describe("assignment_operations", request=EditorOperation, answers={200: Saved}, refusals=STALE)
assignment_batch = describe("assignment_batch", request=BatchRequest, answers={200: SavedBatch}, refusals=STALE)
assignment_submit = describe(
    "assignment_submit", request=SubmitRequest, answers={200: Submitted}, refusals={**STALE, 400: SubmitProblem}
)
assignment_skip = describe("assignment_skip", request=SkipRequest, answers={200: Skipped}, refusals=STALE)
assignment_reopen = describe("assignment_reopen", request=Step, answers={200: AssignmentState}, refusals=STALE)
assignment_take_up = describe("assignment_take_up", request=TakeUpRequest, answers={200: AssignmentState})
assignment_comments = describe("assignment_comments", request=CommentRequest, answers={201: OwnComment})
next_assignment = describe("next_assignment", answers={200: AssignmentState, 204: None})
adjudication_decide = describe("adjudication_decide", request=DecisionsRequest, answers={200: Saved})
adjudication_draw = describe("adjudication_draw", request=DrawingRequest, answers={200: Saved})
adjudication_adopt = describe("adjudication_adopt", request=AdoptRequest, answers={200: Saved})
assignments_list = describe(
    "assignments_list",
    answers={200: AssignmentRow(many=True)},
    parameters=[
        OpenApiParameter("project", description="Only those of the project with this slug."),
        OpenApiParameter("state", enum=Assignment.State.values, description="Only those in this state."),
    ],
)
