"""Shapes of the API that every kind of annotation shares; a kind adds its own content."""

from typing import Any

from rest_framework import serializers

from annotation_site.assignments.forms import LONGEST_COMMENT, LONGEST_REASON
from annotation_site.assignments.models import Assignment
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.shapes import LARGEST_INTEGER

MOST_AT_ONCE = 200


class Step(OperationRequest):
    """The fields of every change."""

    version = serializers.IntegerField(min_value=0, max_value=LARGEST_INTEGER, help_text="The version last seen.")


class SkipRequest(Step):
    """Skipping with a reason."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class CommentRequest(OperationRequest):
    """A comment on one's own assignment."""

    text = serializers.CharField(max_length=LONGEST_COMMENT)
    is_question = serializers.BooleanField(default=False, help_text="Whether somebody is to answer.")


class Saved(serializers.Serializer[Any]):
    """The receipt of a save."""

    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()
    operation_id = serializers.UUIDField()


class SavedBatch(serializers.Serializer[Any]):
    """The receipt of several saves."""

    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()
    operation_ids = serializers.ListField(child=serializers.UUIDField())


class StepDone(serializers.Serializer[Any]):
    """The next address; null when nothing is left."""

    version = serializers.IntegerField()
    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    next_assignment = serializers.IntegerField(allow_null=True)


class OwnComment(serializers.Serializer[Any]):
    """A comment as its author sees it."""

    id = serializers.IntegerField()
    author = serializers.CharField()
    text = serializers.CharField()
    created_at = serializers.DateTimeField()
    is_question = serializers.BooleanField()
    answer = serializers.CharField(allow_blank=True)


class ItemName(serializers.Serializer[Any]):
    """An item by number and identifier."""

    number = serializers.IntegerField()
    identifier = serializers.CharField(allow_blank=True)


class Progress(serializers.Serializer[Any]):
    """The annotator's own progress, without training and earlier versions of an item."""

    submitted = serializers.IntegerField(help_text="Work with all that is mixed into it.")
    left = serializers.IntegerField(help_text="Begun, and the most that can still be assigned to the annotator.")
    expected = serializers.IntegerField(
        help_text="About how many of `left` will be assigned if all annotators go on alike; 0 after an equal share."
    )
    total = serializers.IntegerField(help_text="Submitted and left.")
    is_more = serializers.BooleanField(help_text="`left` is the least; counting stops at a thousand free items.")


class Addresses(serializers.Serializer[Any]):
    """The addresses of an assignment's steps and pages."""

    operations = serializers.CharField()
    batch = serializers.CharField()
    submit = serializers.CharField()
    skip = serializers.CharField()
    reopen = serializers.CharField()
    resume = serializers.CharField()
    comments = serializers.CharField()
    state = serializers.CharField()
    previous = serializers.CharField(allow_null=True)
    next = serializers.CharField(allow_null=True)
    work = serializers.CharField()


class AssignmentState(serializers.Serializer[Any]):
    """The part of an assignment's state that every kind shares."""

    assignment = serializers.IntegerField()
    kind = serializers.CharField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Assignment.State.choices)
    can_edit = serializers.BooleanField()
    cannot_edit_reason = serializers.CharField(allow_blank=True)
    can_reopen = serializers.BooleanField()
    item = ItemName()
    comments = OwnComment(many=True)
    progress = Progress()
    urls = Addresses()


class AssignmentRow(serializers.ModelSerializer[Assignment]):
    """One of the person's own assignments."""

    project = serializers.CharField(source="item.project.slug")
    kind = serializers.CharField(source="item.project.kind")
    number = serializers.IntegerField(source="item.number")
    identifier = serializers.CharField(source="item.identifier", allow_blank=True)
    is_training = serializers.SerializerMethodField(help_text="Not counted as work.")

    class Meta:
        model = Assignment
        fields = (
            "id",
            "project",
            "kind",
            "number",
            "identifier",
            "state",
            "is_training",
            "version",
            "created_at",
            "submitted_at",
        )

    def get_is_training(self, assignment: Assignment) -> bool:
        return assignment.purpose == Assignment.Purpose.TRAINING
