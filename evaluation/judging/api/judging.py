"""Judgements in the API: request and response bodies."""

from typing import Any

from rest_framework import serializers

from annotation_site.assignments.api.schemas import AssignmentState
from annotation_site.web.api.openapi import Problem
from evaluation.judging.methods import CANNOT_JUDGE
from evaluation.judging.models import HIGHEST, MOST_SPANS, JudgingRound
from evaluation.metrics.error_spans.schemes import SEVERITIES, SIDES

MOST_OUTPUTS = 100


def answer_list(**options: Any) -> serializers.ListField:
    """Return a field with one answer per question in the order shown: -1 for "cannot judge", null if unanswered."""
    answer = serializers.IntegerField(min_value=CANNOT_JUDGE, max_value=HIGHEST, allow_null=True)
    return serializers.ListField(child=answer, max_length=MOST_OUTPUTS, **options)


class MarkedSpanContent(serializers.Serializer[Any]):
    """An error span in a translation, or in the source about it: code points, end excluded."""

    side = serializers.ChoiceField(choices=SIDES)
    start = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    end = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    category = serializers.CharField(max_length=60)
    severity = serializers.ChoiceField(choices=SEVERITIES)


def span_lists(**options: Any) -> serializers.ListField:
    """Return a field with the error spans of each translation in the order shown."""
    of_output = serializers.ListField(child=MarkedSpanContent(), max_length=MOST_SPANS)
    return serializers.ListField(child=of_output, max_length=MOST_OUTPUTS, **options)


class JudgementContent(serializers.Serializer[Any]):
    """Answers to save, complete or not. Error spans are kept as they are unless given."""

    answers = answer_list()
    spans = span_lists(required=False)


class JudgementSubmission(serializers.Serializer[Any]):
    """Answers to submit. Without them, the answers and error spans last saved are submitted."""

    answers = answer_list(required=False)
    spans = span_lists(required=False)


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


class CategoryState(serializers.Serializer[Any]):
    """A category of error spans."""

    name = serializers.CharField()
    title = serializers.CharField()
    key = serializers.CharField(help_text="The key that chooses it.")
    severities = serializers.ListField(child=serializers.CharField())
    side = serializers.ChoiceField(choices=SIDES)


class SeverityState(serializers.Serializer[Any]):
    """A severity of error spans."""

    name = serializers.CharField()
    title = serializers.CharField()


class SchemeState(serializers.Serializer[Any]):
    """Categories and severities that may be marked; `has_score` if each translation also gets a score."""

    has_score = serializers.BooleanField()
    categories = CategoryState(many=True)
    severities = SeverityState(many=True)


class SourceContext(serializers.Serializer[Any]):
    """Sentences around the one that is judged, of the source or of a translation."""

    before = serializers.ListField(child=serializers.CharField(allow_blank=True))
    after = serializers.ListField(child=serializers.CharField(allow_blank=True))


class DocumentState(serializers.Serializer[Any]):
    """The document that a segment is a part of, with its position from 1."""

    name = serializers.CharField()
    position = serializers.IntegerField()
    length = serializers.IntegerField()


class TaskState(serializers.Serializer[Any]):
    """A task with answers and error spans, in the order in which the outputs are shown."""

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
    scheme = SchemeState(allow_null=True, help_text="What may be marked; null for methods without error spans.")
    markable = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Spans of the source to which marking there is limited; empty for the whole of it.",
    )
    context = SourceContext()  # type: ignore[assignment]
    document = DocumentState(allow_null=True, help_text="Null for segments of no document.")
    output_contexts = SourceContext(
        many=True, help_text="Around each translation, in the order shown, what its system made of the same sentences."
    )
    spans = span_lists(help_text="Error spans of each translation, in the order shown.")
    given = span_lists(required=False, help_text="Error spans that the judge began with, in the order shown.")


class JudgementState(TaskState, AssignmentState):
    """One assignment as its page shows it, with outputs in the order in which this annotator sees them."""
