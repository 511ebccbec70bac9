"""What the steps of an assignment take and tell in the API, whatever is annotated."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from annotation_site.web.shapes import LARGEST_INTEGER

LONGEST_REASON = 300


class TakeUpRequest(serializers.Serializer[Any]):
    """Taking up again."""

    operation_id = serializers.UUIDField(help_text="Made anew for every action; the same one again is applied once.")


class Step(TakeUpRequest):
    """What every change carries."""

    version = serializers.IntegerField(min_value=0, max_value=LARGEST_INTEGER, help_text="The version last seen.")


class SkipRequest(Step):
    """Handing back."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class Saved(serializers.Serializer[Any]):
    """The receipt of a save."""

    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()
    operation_id = serializers.UUIDField()


class StepDone(serializers.Serializer[Any]):
    """Where to go on; null when nothing is left."""

    version = serializers.IntegerField()
    next = serializers.CharField(allow_null=True, help_text="Address of the next page.")
    next_assignment = serializers.IntegerField(allow_null=True)


def write_receipt(operation: Operation) -> dict[str, Any]:
    """As `Saved` describes it."""
    return {
        "version": operation.version,
        "saved_at": operation.created_at,
        "operation_id": str(operation.operation_id),
    }


def require_own(user: User, pk: int, *, kind: str) -> None:
    """404 before the body is read: somebody else's work does not exist."""
    get_object_or_404(Assignment.objects.for_annotator(user).filter(item__project__kind=kind).only("pk"), pk=pk)
