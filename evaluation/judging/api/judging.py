"""Judgements in the API: request and response bodies."""

from typing import Any

from rest_framework import serializers

from annotation_site.assignments.api.schemas import AssignmentState
from annotation_site.web.api.openapi import Problem
from evaluation.judging.methods import CANNOT_JUDGE
from evaluation.judging.models import HIGHEST, JudgingRound

MOST_OUTPUTS = 100


def answer_list(**options: Any) -> serializers.ListField:
    """Return a field with one answer per question in the order shown: -1 for "cannot judge", null if unanswered."""
    answer = serializers.IntegerField(min_value=CANNOT_JUDGE, max_value=HIGHEST, allow_null=True)
    return serializers.ListField(child=answer, max_length=MOST_OUTPUTS, **options)


class JudgementContent(serializers.Serializer[Any]):
    """Answers to save, complete or not."""

    answers = answer_list()


class JudgementSubmission(serializers.Serializer[Any]):
    """Answers to submit. Without them, the answers last saved are submitted."""

    answers = answer_list(required=False)


class OpenQuestions(Problem):
    """A refused submission. With code `untouched`, `open` is the number of unanswered questions."""

    open = serializers.IntegerField(required=False)


class JudgedText(serializers.Serializer[Any]):
    """A sentence with the marked expression in it."""

    text = serializers.CharField()
    pieces = serializers.ListField(child=serializers.DictField())
    language = serializers.DictField(child=serializers.CharField())


class PointState(serializers.Serializer[Any]):
    """A value of the scale with its label."""

    value = serializers.IntegerField()
    words = serializers.CharField()


class JudgementState(AssignmentState):
    """One assignment as its page shows it, with outputs in the order in which this annotator sees them."""

    judging_round = serializers.DictField()
    method = serializers.ChoiceField(choices=JudgingRound.Method.choices)
    lowest = serializers.IntegerField()
    highest = serializers.IntegerField()
    question = serializers.CharField()
    points = PointState(many=True)
    cannot_judge = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    source = JudgedText()  # type: ignore[assignment]
    reference = JudgedText()
    outputs = serializers.ListField(child=serializers.CharField(allow_blank=True))
    answers = answer_list()
