"""Consistency in the API: lexical items, occurrences of one, corrections and their undoing, PARSEME's notes."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import PagedView, person, read_body, read_filter
from expressions.categories.lists import LONGEST_CATEGORY
from expressions.consistency.gold import list_corrections
from expressions.consistency.models import ConsistencyChange
from expressions.consistency.queries.items import LISTS, CheckedItem, list_items
from expressions.consistency.services import (
    MOST_CORRECTIONS,
    correct_expressions,
    undo_change,
)
from expressions.marks.api import MOST_WORDS
from expressions.projects.access import admits


class WordNumbers(serializers.ListField):
    """Words, numbered over the passage from 0."""

    child = serializers.IntegerField(min_value=0, max_value=MOST_WORDS)


class OccurrenceState(serializers.Serializer[Any]):
    """An occurrence: its category, empty if it was skipped, and that which the gold standard has."""

    passage = serializers.IntegerField()
    words = WordNumbers()
    category = serializers.CharField(allow_blank=True)
    stands = serializers.CharField(allow_blank=True)
    text = serializers.CharField()


class LexicalItemState(serializers.Serializer[Any]):
    """A lexical item with its occurrences."""

    lemmas = serializers.ListField(child=serializers.CharField(), source="item.lemmas")
    name = serializers.CharField(source="item.name")
    conflict = serializers.IntegerField(source="item.conflict")
    decision = serializers.SerializerMethodField()
    occurrences = OccurrenceState(many=True, source="item.occurrences")

    def get_decision(self, checked: CheckedItem) -> str | None:
        """Return what the lexicon has, null where it has nothing."""
        return checked.case.category if checked.case else None


class OccurrenceBody(serializers.Serializer[Any]):
    """An occurrence as it was seen: `stands` is its category in the gold standard, empty if it has none."""

    passage = serializers.IntegerField(min_value=1)
    words = WordNumbers(min_length=1)
    stands = serializers.CharField(max_length=LONGEST_CATEGORY, allow_blank=True, default="")


class ConsistencyRequest(OperationRequest):
    """A category (NotMWE for no expression) for occurrences; `words` gives the only one of them other words."""

    occurrences = serializers.ListField(child=OccurrenceBody(), min_length=1, max_length=MOST_CORRECTIONS)
    category = serializers.CharField(max_length=LONGEST_CATEGORY)
    words = WordNumbers(default=list)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse other words for several occurrences."""
        if attrs["words"] and len(attrs["occurrences"]) > 1:
            raise serializers.ValidationError({"words": "Name one occurrence to change its words."})
        return attrs


class ChangeState(serializers.ModelSerializer[ConsistencyChange]):
    """A change; undoing it takes its id."""

    corrections = serializers.SerializerMethodField()

    class Meta:
        model = ConsistencyChange
        fields = ("id", "is_undone", "corrections")

    def get_corrections(self, change: ConsistencyChange) -> int:
        """Return the number of corrections."""
        return change.corrections.count()


class ConsistencyView(PagedView):
    """Lexical items of the gold standard."""

    serializer_class: Any = LexicalItemState

    @describe(
        "expression_consistency",
        answers={200: LexicalItemState(many=True)},
        parameters=[OpenApiParameter("show", enum=list(LISTS), description="By default, those to check.")],
    )
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str) -> Response:
        """List lexical items with their occurrences, the greatest conflict first."""
        shown = read_filter(request, "show", list(LISTS)) or "open"
        rows: Any = [each for each in list_items(project_of(request)) if each.is_in(shown)]
        return self.answer_page(rows)

    @describe("expression_correct", request=ConsistencyRequest, answers={200: ChangeState}, conflicts=True)
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str) -> Response:
        """Correct occurrences in the gold standard, as one change."""
        fields = read_body(request, ConsistencyRequest)
        seen = [(each["passage"], tuple(sorted(set(each["words"]))), each["stands"]) for each in fields["occurrences"]]
        corrections = list_corrections(seen, fields["category"], tuple(sorted(set(fields["words"]))))
        change = correct_expressions(
            user=person(request),
            project=project_of(request),
            corrections=corrections,
            operation_id=fields["operation_id"],
        )
        return Response(ChangeState(change).data)


class ConsistencyUndoView(APIView):
    """Undoing a change."""

    @describe("expression_correct_undo", request=OperationRequest, answers={200: ChangeState}, conflicts=True)
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Undo a change as a whole."""
        project = project_of(request)
        change = get_object_or_404(ConsistencyChange, project=project, pk=pk)
        undo_change(user=person(request), project=project, change=change, **read_body(request, OperationRequest))
        change.refresh_from_db()
        return Response(ChangeState(change).data)
