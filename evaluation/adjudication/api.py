"""Shapes of the API for adjudicating judgements."""

from typing import Any

from rest_framework import serializers

from annotation_site.adjudication.models import LONGEST_NOTE
from annotation_site.adjudication.schemas import DecisionRequest, DecisionState
from evaluation.adjudication.models import JudgementDifference
from evaluation.judging.api.judging import TaskState, answer_list, span_lists


class DifferenceRow(serializers.ModelSerializer[JudgementDifference]):
    """An item of the queue with the greatest differences of its readings; null where nothing can be compared."""

    number = serializers.IntegerField(source="item.number")
    judging_round = serializers.IntegerField(source="judging_round.number")
    segment = serializers.IntegerField(source="item.judgement_task.segment")
    label = serializers.CharField(source="item.judgement_task.label")  # type: ignore[assignment]
    state = serializers.CharField(source="item.state")

    class Meta:
        model = JudgementDifference
        fields = (
            "number",
            "judging_round",
            "segment",
            "label",
            "state",
            "lowest_f1",
            "score_gap",
            "labels_differ",
            "strength",
        )


class ReadingState(serializers.Serializer[Any]):
    """An annotator's answer to one question, with their marks; `value` is the weight of the marks if they have one."""

    annotator = serializers.CharField()
    answer = serializers.IntegerField()
    value = serializers.FloatField()
    spans = serializers.ListField(child=serializers.DictField())


class JudgementDecisionState(TaskState, DecisionState):
    """An item as its adjudicator sees it. Without a decision, answers and spans are what the annotators agree on."""

    is_preset = serializers.BooleanField(help_text="Whether nobody has decided anything yet.")
    readings = serializers.ListField(child=ReadingState(many=True), help_text="Of each question, in the order shown.")
    machines = serializers.ListField(
        child=ReadingState(many=True),
        help_text="Like `readings`, of machines that adjudicators see.",
    )
    reasons = serializers.ListField(
        child=serializers.ListField(child=serializers.ChoiceField(choices=["marks", "scores", "labels"]))
    )
    urls = serializers.DictField(child=serializers.CharField())


class JudgementDecisionRequest(DecisionRequest):
    """A decision in display order, complete or not; what is left out stays as it is."""

    answers = answer_list(required=False)
    spans = span_lists(required=False)
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, required=False)
    is_done = serializers.BooleanField(default=False)
