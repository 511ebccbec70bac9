"""Shapes of the API that adjudication has in every kind; a kind adds its own content."""

from typing import Any

from rest_framework import serializers

from annotation_site.adjudication.models import LONGEST_NOTE
from annotation_site.assignments.api.schemas import ItemName, Step


class DecisionState(serializers.Serializer[Any]):
    """The part of what an adjudicator sees that every kind shares (`queries.describe_decision`)."""

    item = ItemName()
    version = serializers.IntegerField()
    is_done = serializers.BooleanField()
    can_edit = serializers.BooleanField()
    cannot_edit_reason = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    comments = serializers.ListField(child=serializers.DictField())


class DecisionRequest(Step):
    """A decision: it is applied once, and only to the version that was seen."""

    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")


class DecidedVersion(serializers.Serializer[Any]):
    """The version of what stands, and whether it is done."""

    version = serializers.IntegerField()
    is_done = serializers.BooleanField()
    saved_at = serializers.DateTimeField(source="decided_at")
