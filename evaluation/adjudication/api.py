"""API for adjudicating judgements: the queue, one item with its readings, decisions, and undo."""

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
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from evaluation.adjudication.models import JudgementAdjudication, JudgementDifference
from evaluation.adjudication.queries.queue import list_queue
from evaluation.adjudication.queries.readings import find_task
from evaluation.adjudication.queries.state import describe_item
from evaluation.adjudication.services import JudgementVerdict, adjudicate_judgement, undo_adjudication
from evaluation.judging.api.judging import TaskState, answer_list, span_lists
from evaluation.projects.access import admits

STATES = list(SHOWN)


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


class JudgementDecisionState(TaskState):
    """An item as its adjudicator sees it. Without a decision, answers and spans are what the annotators agree on."""

    item = ItemName()
    version = serializers.IntegerField()
    is_done = serializers.BooleanField()
    is_preset = serializers.BooleanField(help_text="Whether nobody has decided anything yet.")
    can_edit = serializers.BooleanField()
    cannot_edit_reason = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    readings = serializers.ListField(child=ReadingState(many=True), help_text="Of each question, in the order shown.")
    machines = serializers.ListField(
        child=ReadingState(many=True),
        help_text="Like `readings`, of machines that adjudicators see.",
    )
    reasons = serializers.ListField(
        child=serializers.ListField(child=serializers.ChoiceField(choices=["marks", "scores", "labels"]))
    )
    comments = serializers.ListField(child=serializers.DictField())
    urls = serializers.DictField(child=serializers.CharField())


class JudgementDecisionRequest(OperationRequest):
    """A decision in display order, complete or not; what is left out stays as it is."""

    version = serializers.IntegerField(min_value=0, max_value=LARGEST_INTEGER)
    answers = answer_list(required=False)
    spans = span_lists(required=False)
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, required=False)
    is_done = serializers.BooleanField(default=False)


class JudgementUndoRequest(OperationRequest):
    """Undoing the latest decision."""

    version = serializers.IntegerField(min_value=0, max_value=LARGEST_INTEGER)


class DecidedJudgement(serializers.ModelSerializer[JudgementAdjudication]):
    """The version of what stands, and whether it is done."""

    saved_at = serializers.DateTimeField(source="decided_at")

    class Meta:
        model = JudgementAdjudication
        fields = ("version", "is_done", "saved_at")


class JudgementQueueView(PagedView):
    """Items to adjudicate."""

    serializer_class: Any = DifferenceRow

    @describe(
        "judgement_queue",
        answers={200: DifferenceRow(many=True)},
        parameters=[
            OpenApiParameter("show", enum=STATES, description="By default, those to decide."),
            OpenApiParameter("judging_round", int, description="Those of one judging round, by its number."),
        ],
    )
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str) -> Response:
        """List items on which judgements differ, worst first."""
        project = project_of(request)
        shown = read_filter(request, "show", STATES) or TO_DECIDE
        return self.answer_page(list_queue(project, shown, judging_round=_read_round(request)))


class JudgementDecisionView(APIView):
    """The decision about one item."""

    @describe("judgement_decision", answers={200: JudgementDecisionState})
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the readings of the item, and what stands."""
        project = project_of(request)
        return Response(describe_item(project, find_task(project, number)))

    @describe("judgement_decide", request=JudgementDecisionRequest, answers={200: DecidedJudgement}, conflicts=True)
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Save answers and marks; with `is_done`, close the item. A refusal tells the state as it is now."""
        project = project_of(request)
        task = find_task(project, number)
        fields = read_body(request, JudgementDecisionRequest)
        verdict = JudgementVerdict(
            **{name: fields.pop(name, None) for name in ("answers", "spans", "note")}, is_done=fields.pop("is_done")
        )
        try:
            row = adjudicate_judgement(user=person(request), project=project, number=number, verdict=verdict, **fields)
        except (StaleVersion, NotEditable) as refusal:
            task.item.refresh_from_db()
            refusal.details["state"] = describe_item(project, task)
            raise
        return Response(DecidedJudgement(row).data)


class JudgementUndoView(APIView):
    """Undoing a decision."""

    @describe("judgement_undo", request=JudgementUndoRequest, answers={200: DecidedJudgement}, conflicts=True)
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Undo the latest decision; the one before it applies again."""
        project = project_of(request)
        find_task(project, number)
        fields = read_body(request, JudgementUndoRequest)
        return Response(
            DecidedJudgement(undo_adjudication(user=person(request), project=project, number=number, **fields)).data
        )


def _read_round(request: Request) -> int | None:
    number = request.query_params.get("judging_round", "")
    if number and not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise DomainError("judging_round must be a number.")
    return int(number) if number else None
