"""The marked expressions of a segment through the API."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import person, read_body
from annotation_site.web.names import NameInBodyField
from evaluation.marked_expressions.models import ExpressionChange
from evaluation.marked_expressions.queries import read_expression_changes
from evaluation.marked_expressions.services import (
    LONGEST_TEXT,
    change_marked_expressions,
    segment_state,
    undo_marked_expressions,
)
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import fetch_test_set
from evaluation.test_sets.files import LONGEST_CATEGORY, LONGEST_LABEL
from evaluation.test_sets.models import Segment
from expressions.categories.compositionality import CLASSES

MOST_SPANS = 100
MOST_CHANGES = 100


def spans_field(help_text: str) -> serializers.ListField:
    offset = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    span = serializers.ListField(child=offset, min_length=2, max_length=2)
    return serializers.ListField(child=span, max_length=MOST_SPANS, default=list, help_text=help_text)


class MarkedExpressionBody(serializers.Serializer[Any]):
    """An expression; without a label it is called by its words in the source."""

    label = NameInBodyField(max_length=LONGEST_LABEL, default="", allow_blank=True)  # type: ignore[assignment]
    source_spans = spans_field("Pairs of code points from 0, end excluded.")
    reference_spans = spans_field("Spans in the first reference.")
    reference_text = serializers.CharField(max_length=LONGEST_TEXT, default="", allow_blank=True)
    expression_class = serializers.ChoiceField(choices=["", *CLASSES], default="")
    category = serializers.CharField(max_length=LONGEST_CATEGORY, default="", allow_blank=True)


class ExpressionStep(OperationRequest):
    """Fields common to all changes of marked expressions."""

    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="The version last seen.")


class MarkedExpressionsBody(ExpressionStep):
    """The expressions of the segment, which replace the present ones."""

    expressions = MarkedExpressionBody(many=True, allow_empty=True)


class ExpressionChangeRow(serializers.Serializer[Any]):
    """A change of the expressions marked in a segment."""

    made_by = serializers.CharField(source="operation.actor")
    made_at = serializers.DateTimeField(source="operation.created_at")
    is_undo = serializers.SerializerMethodField(help_text="Whether it undid another change.")
    before = MarkedExpressionBody(many=True)
    after = MarkedExpressionBody(many=True)

    def get_is_undo(self, change: ExpressionChange) -> bool:
        return change.undoes_id is not None


class MarkedExpressionsState(serializers.Serializer[Any]):
    """The expressions with their version, and the changes, newest first."""

    version = serializers.IntegerField()
    expressions = MarkedExpressionBody(many=True)
    changes = ExpressionChangeRow(many=True)


class MarkedExpressionsView(APIView):
    """Marked expressions."""

    @describe("marked_expressions_detail", answers={200: MarkedExpressionsState})
    @admits_with_test_sets(can_manage)
    def get(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """Give the expressions of a segment, and their changes."""
        return _answer(_fetch(request, pk, number))

    @describe("marked_expressions_change", request=MarkedExpressionsBody, answers={200: MarkedExpressionsState})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """Replace the expressions of the segment; existing scores keep those they were computed from, and new
        measurements use the new ones.
        """
        segment = _fetch(request, pk, number)
        body = read_body(request, MarkedExpressionsBody)
        return _answer(
            change_marked_expressions(user=person(request), test_set=segment.test_set, number=number, **body)
        )


class MarkedExpressionsUndoView(APIView):
    """Undoing a change."""

    @describe("marked_expressions_undo", request=ExpressionStep, answers={200: MarkedExpressionsState})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """Undo the latest change in force."""
        segment = _fetch(request, pk, number)
        body = read_body(request, ExpressionStep)
        return _answer(undo_marked_expressions(user=person(request), test_set=segment.test_set, number=number, **body))


def _fetch(request: Request, pk: int, number: int) -> Segment:
    test_set = fetch_test_set(request, pk)
    segment: Segment = get_object_or_404(test_set.segments.all(), number=number)
    segment.test_set = test_set
    return segment


def _answer(segment: Segment) -> Response:
    changes = ExpressionChangeRow(read_expression_changes(segment)[:MOST_CHANGES], many=True).data
    return Response({**segment_state(segment), "changes": changes})
