"""Shapes of a judgement in the API."""

from typing import Any

from rest_framework import serializers

from annotation_site.assignments.api.schemas import AssignmentState
from annotation_site.web.openapi import Problem
from evaluation.judging.methods import CANNOT_JUDGE
from evaluation.judging.models import HIGHEST, JudgementRound

MOST_OUTPUTS = 100


def answer_list(**options: Any) -> serializers.ListField:
    """An answer for each question in the order shown: -1 for "cannot judge", null while there is none."""
    answer = serializers.IntegerField(min_value=CANNOT_JUDGE, max_value=HIGHEST, allow_null=True)
    return serializers.ListField(child=answer, max_length=MOST_OUTPUTS, **options)


class JudgementContent(serializers.Serializer[Any]):
    """Answers as they stand on the page."""

    answers = answer_list()


class JudgementSubmission(serializers.Serializer[Any]):
    """The answers as they stand, or as they were last saved where they are left out."""

    answers = answer_list(required=False)


class OpenQuestions(Problem):
    """A refusal; with code `untouched`, the number of questions without an answer."""

    open = serializers.IntegerField(required=False)


class JudgedText(serializers.Serializer[Any]):
    """A sentence with the marked expression in it."""

    text = serializers.CharField()
    pieces = serializers.ListField(child=serializers.DictField())
    language = serializers.DictField(child=serializers.CharField())


class PointState(serializers.Serializer[Any]):
    """A value that has words."""

    value = serializers.IntegerField()
    words = serializers.CharField()


class JudgementState(AssignmentState):
    """One assignment as its page shows it; outputs in the order in which this annotator sees them."""

    round = serializers.DictField()
    method = serializers.ChoiceField(choices=JudgementRound.Method.choices)
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
