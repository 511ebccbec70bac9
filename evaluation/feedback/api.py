"""The shape of feedback on a judgement in the API."""

from typing import Any

from rest_framework import serializers

from annotation_site.feedback.schemas import PlaceFeedback


class ShownJudgement(serializers.Serializer[Any]):
    """An answer as the page shows it, with marks in code points; `value` is the weight of marks that have one."""

    answer = serializers.IntegerField()
    value = serializers.FloatField()
    spans = serializers.ListField(child=serializers.DictField())


class JudgementFeedback(PlaceFeedback):
    """One question whose answer was changed by the decision, or that has a reply."""

    number = serializers.IntegerField(help_text="Of the translation, in the order in which it was judged; from 1.")
    outputs = serializers.ListField(child=serializers.CharField(), help_text="The translation; both, if compared.")
    own = ShownJudgement()
    gold = ShownJudgement()
