"""API for adjudicating passages: the queue, one passage with its differences, decisions, and undo."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.adjudication.models import LONGEST_NOTE
from annotation_site.adjudication.queues import SHOWN, TO_DECIDE
from annotation_site.assignments.api.schemas import ItemName
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.web.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.shapes import LARGEST_INTEGER
from annotation_site.web.api.views import PagedView, person, read_body, read_filter
from annotation_site.web.exceptions import NotEditable, StaleVersion
from expressions.adjudication.models import PassageAdjudication, PassageDifference
from expressions.adjudication.queries import describe_item, find_passage, list_queue
from expressions.adjudication.services import PassageVerdict, adjudicate_passage, undo_adjudication
from expressions.marks.api import MarkBody, MarkList, PassageState
from expressions.marks.marking import Mark
from expressions.projects.access import admits

STATES = list(SHOWN)


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


class PassageDecisionState(PassageState):
    """A passage as its adjudicator sees it."""

    marks = None  # type: ignore[assignment]
    item = ItemName()
    version = serializers.IntegerField()
    is_done = serializers.BooleanField()
    can_edit = serializers.BooleanField()
    cannot_edit_reason = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    seen = serializers.CharField(help_text="Tells these readings from later ones.")
    readers = serializers.ListField(child=serializers.CharField())
    agreed = ShownMark(many=True)
    cards = CardState(many=True)
    decided = ShownMark(many=True, allow_null=True)
    comments = serializers.ListField(child=serializers.DictField())


class PassageDecisionRequest(OperationRequest):
    """All expressions of the passage as they are decided."""

    version = serializers.IntegerField(min_value=0, max_value=LARGEST_INTEGER)
    marks = MarkList()
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")
    seen = serializers.CharField(max_length=16, allow_blank=True, default="")


class PassageUndoRequest(OperationRequest):
    """Undoing the latest decision."""

    version = serializers.IntegerField(min_value=0, max_value=LARGEST_INTEGER)


class DecidedPassage(serializers.ModelSerializer[PassageAdjudication]):
    """The version of what stands, and whether it is done."""

    saved_at = serializers.DateTimeField(source="decided_at")

    class Meta:
        model = PassageAdjudication
        fields = ("version", "is_done", "saved_at")


class PassageQueueView(PagedView):
    """Passages to adjudicate."""

    serializer_class: Any = PassageDifferenceRow

    @describe(
        "passage_queue",
        answers={200: PassageDifferenceRow(many=True)},
        parameters=[OpenApiParameter("show", enum=STATES, description="By default, those to decide.")],
    )
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str) -> Response:
        """List passages on which annotators differ, worst first."""
        shown = read_filter(request, "show", STATES) or TO_DECIDE
        return self.answer_page(list_queue(project_of(request), shown))


class PassageDecisionView(APIView):
    """The decision about one passage."""

    @describe("passage_decision", answers={200: PassageDecisionState})
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the differences of the passage, and what stands."""
        return Response(describe_item(find_passage(project_of(request), number)))

    @describe("passage_decide", request=PassageDecisionRequest, answers={200: DecidedPassage}, conflicts=True)
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Decide on the passage. A refusal tells the state as it is now."""
        project = project_of(request)
        find_passage(project, number)
        fields = read_body(request, PassageDecisionRequest)
        marks = [Mark.from_json(mark) for mark in fields.pop("marks")]
        verdict = PassageVerdict(marks, fields.pop("note"), fields.pop("seen"))
        try:
            row = adjudicate_passage(user=person(request), project=project, number=number, verdict=verdict, **fields)
        except (StaleVersion, NotEditable) as refusal:
            refusal.details["state"] = describe_item(find_passage(project, number))
            raise
        return Response(DecidedPassage(row).data)


class PassageUndoView(APIView):
    """Undoing a decision."""

    @describe("passage_undo", request=PassageUndoRequest, answers={200: DecidedPassage}, conflicts=True)
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Undo the latest decision; the one before it applies again."""
        project = project_of(request)
        find_passage(project, number)
        fields = read_body(request, PassageUndoRequest)
        row = undo_adjudication(user=person(request), project=project, number=number, **fields)
        return Response(DecidedPassage(row).data)
