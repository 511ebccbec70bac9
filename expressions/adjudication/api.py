"""Shapes of the API for adjudicating passages."""

from typing import Any

from rest_framework import serializers

from annotation_site.adjudication.schemas import DecisionRequest, DecisionState
from expressions.adjudication.models import PassageDifference
from expressions.marks.api import MarkBody, MarkList, PassageState


class PassageDifferenceRow(serializers.ModelSerializer[PassageDifference]):
    """A passage of the queue with the number of its differences."""

    number = serializers.IntegerField(source="item.number")
    identifier = serializers.CharField(source="item.identifier", allow_blank=True)
    state = serializers.CharField(source="item.state")
    differences = serializers.IntegerField(source="strength")

    class Meta:
        model = PassageDifference
        fields = ("number", "identifier", "state", "differences")


class ShownMark(MarkBody):
    """A mark with the words that it has."""

    text = serializers.CharField()


class ChoiceState(serializers.Serializer[Any]):
    """The marks of some annotators; none are a choice, too."""

    readers = serializers.ListField(child=serializers.CharField())
    marks = ShownMark(many=True)


class CardState(serializers.Serializer[Any]):
    """A difference: `kind` says how the annotators differ."""

    kind = serializers.ChoiceField(choices=["category", "subset", "overlap", "only"])
    words = serializers.ListField(child=serializers.IntegerField())
    text = serializers.CharField()
    choices = ChoiceState(many=True)
    chosen = serializers.IntegerField(allow_null=True, help_text="The choice that the decision took, if it took one.")


class PassageDecisionState(PassageState, DecisionState):
    """A passage as its adjudicator sees it."""

    marks = None  # type: ignore[assignment]
    seen = serializers.CharField(help_text="Tells these readings from later ones.")
    readers = serializers.ListField(child=serializers.CharField())
    agreed = ShownMark(many=True)
    cards = CardState(many=True)
    decided = ShownMark(many=True, allow_null=True)


class PassageDecisionRequest(DecisionRequest):
    """All expressions of the passage as they are decided."""

    marks = MarkList()
    seen = serializers.CharField(max_length=16, allow_blank=True, default="")
