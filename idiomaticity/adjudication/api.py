"""Shapes of the API for adjudicating compounds."""

from typing import Any

from rest_framework import serializers

from annotation_site.adjudication.schemas import DecidedVersion, DecisionRequest
from idiomaticity.adjudication.queries import QueueRow
from idiomaticity.compounds.models import Compound


class ReasonBody(serializers.Serializer[Any]):
    """A reason why the compound is in the queue."""

    kind = serializers.ChoiceField(choices=["experts", "class", "polarised", "sentences"])
    sentence = serializers.CharField()
    strength = serializers.FloatField()


class CompoundDecisionState(serializers.Serializer[Any]):
    """A compound with the reasons for adjudication, the experts' classes, and the decision."""

    number = serializers.IntegerField(source="compound.number")
    compound = serializers.CharField(source="compound.text")
    compound_class = serializers.CharField(source="compound.compound_class", allow_blank=True)
    reasons = ReasonBody(many=True)
    judgements = serializers.DictField(child=serializers.CharField())
    is_done = serializers.BooleanField()
    version = serializers.SerializerMethodField()
    decided_class = serializers.SerializerMethodField()
    note = serializers.SerializerMethodField()

    def get_version(self, row: QueueRow) -> int:
        """Return the version of the decision, 0 if there is none."""
        return row.adjudication.version if row.adjudication else 0

    def get_decided_class(self, row: QueueRow) -> str:
        """Return the adjudicator's class, empty if it is left to experts and file."""
        return row.adjudication.decided_class if row.adjudication else ""

    def get_note(self, row: QueueRow) -> str:
        """Return the adjudicator's note, empty if there is none."""
        return row.adjudication.note if row.adjudication else ""


class CompoundDecisionRequest(DecisionRequest):
    """A decision; an empty class keeps the class of the experts or of the file."""

    decided_class = serializers.ChoiceField(choices=Compound.CompoundClass.choices, allow_blank=True, default="")
    is_done = serializers.BooleanField(default=True)


class DecidedCompound(DecidedVersion):
    """The decision that stands, and the class that is in force by it."""

    decided_class = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    compound_class = serializers.CharField(source="compound.compound_class", allow_blank=True)
