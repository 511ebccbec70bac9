"""API for adjudicating compounds: the queue, decisions, and undo."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.adjudication.models import LONGEST_NOTE
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.models import Project
from annotation_site.web.access import project_of
from annotation_site.web.api.openapi import Problem, describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.shapes import LARGEST_INTEGER
from annotation_site.web.api.views import person, read_body
from idiomaticity.adjudication.queries import QueueRow, read_queue
from idiomaticity.adjudication.services import Verdict, adjudicate_compound, undo_verdict
from idiomaticity.classes.models import CompoundAdjudication
from idiomaticity.classes.queries import find_unseen, require_seen
from idiomaticity.compounds.models import Compound
from idiomaticity.projects.access import admits


class ReasonBody(serializers.Serializer[Any]):
    """A reason why the compound is in the queue."""

    kind = serializers.ChoiceField(choices=["experts", "class", "polarised", "sentences"])
    sentence = serializers.CharField()
    strength = serializers.FloatField()


class QueueBody(serializers.Serializer[Any]):
    """A compound of the queue."""

    number = serializers.IntegerField(source="compound.number")
    compound = serializers.CharField(source="compound.text")
    compound_class = serializers.CharField(source="compound.compound_class", allow_blank=True)
    reasons = ReasonBody(many=True)
    judgements = serializers.DictField(child=serializers.CharField())
    is_done = serializers.BooleanField()
    version = serializers.SerializerMethodField()
    decided_class = serializers.SerializerMethodField()
    note = serializers.SerializerMethodField()

    def get_version(self, row: QueueRow) -> int:
        """Return the version of the decision, 0 if there is none."""
        return row.adjudication.version if row.adjudication else 0

    def get_decided_class(self, row: QueueRow) -> str:
        """Return the adjudicator's class, empty if it is left to experts and file."""
        return row.adjudication.decided_class if row.adjudication else ""

    def get_note(self, row: QueueRow) -> str:
        """Return the adjudicator's note, empty if there is none."""
        return row.adjudication.note if row.adjudication else ""


class VerdictRequest(OperationRequest):
    """A decision; repeating an operation id has no further effect."""

    version = serializers.IntegerField(min_value=0, max_value=LARGEST_INTEGER)
    decided_class = serializers.ChoiceField(choices=Compound.CompoundClass.choices, allow_blank=True, default="")
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")
    is_done = serializers.BooleanField(default=True)


class VerdictUndoRequest(OperationRequest):
    """Undoing the latest decision."""

    version = serializers.IntegerField(min_value=0, max_value=LARGEST_INTEGER)


class VerdictBody(serializers.ModelSerializer[CompoundAdjudication]):
    """The adjudication in force."""

    compound_class = serializers.CharField(source="compound.compound_class", allow_blank=True)

    class Meta:
        model = CompoundAdjudication
        fields = ("version", "decided_class", "note", "is_done", "compound_class")


class CompoundQueueView(APIView):
    """Compounds to adjudicate."""

    @describe("compound_queue", answers={200: QueueBody(many=True)})
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str) -> Response:
        """List them, undecided ones first and the worst of them first."""
        project = project_of(request)
        rows = read_queue(project, unseen=find_unseen(person(request), project))
        return Response(QueueBody(rows, many=True).data)


class VerdictView(APIView):
    """The decision about one compound."""

    @describe("compound_adjudication", answers={200: QueueBody}, conflicts=True)
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the reasons for adjudication, and the decision."""
        project, compound = _find(request, number)
        (row,) = read_queue(project, compounds=[compound])
        return Response(QueueBody(row).data)

    @describe("compound_adjudicate", request=VerdictRequest, answers={200: VerdictBody}, refusals={409: Problem})
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Decide the compound's class and note, and mark it as done or not."""
        project, _ = _find(request, number)
        fields = read_body(request, VerdictRequest)
        verdict = Verdict(*(fields.pop(name) for name in ("decided_class", "note", "is_done")))
        row = adjudicate_compound(user=person(request), project=project, number=number, verdict=verdict, **fields)
        return Response(VerdictBody(row).data)


class VerdictUndoView(APIView):
    """Undoing a decision."""

    @describe("compound_undo", request=VerdictUndoRequest, answers={200: VerdictBody}, refusals={409: Problem})
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Undo the latest decision; the one before it applies again."""
        project, _ = _find(request, number)
        fields = read_body(request, VerdictUndoRequest)
        return Response(VerdictBody(undo_verdict(user=person(request), project=project, number=number, **fields)).data)


def _find(request: Request, number: int) -> tuple[Project, Compound]:
    project = project_of(request)
    found: Compound = get_object_or_404(Compound.objects.select_related("project"), project=project, number=number)
    require_seen(person(request), project, number)
    return project, found
