"""API for deciding on pairs in three ways, and for accepting many at once; shapes of the queue and of one pair."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.adjudication.models import Acceptance, Adjudication, LinkDecision
from alignment.adjudication.services.acceptance import accept_agreed, undo_acceptance
from alignment.adjudication.services.decisions import adopt_reading, decide_links, set_own_links
from alignment.projects.access import admits
from alignment.readings.api import requests, schemas
from alignment.readings.links import disagreements
from alignment.readings.queries.submissions import item_readings
from annotation_site.assignments.api.requests import read_operation_id
from annotation_site.assignments.models import Item
from annotation_site.operations.models import Operation
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import PagedView, person


class QueueRow(serializers.Serializer[Any]):
    """A pair in the queue."""

    number = serializers.IntegerField(source="item.number")
    identifier = serializers.CharField(source="item.identifier", allow_blank=True)
    state = serializers.ChoiceField(choices=Item.State.choices, source="item.state")
    readings = serializers.IntegerField(source="item.agreement.raters")
    disagreement_count = serializers.IntegerField(source="item.agreement.disagreement_count")
    undecided_count = serializers.IntegerField(source="item.agreement.undecided_count")
    disagreement_share = serializers.FloatField(source="item.agreement.disagreement_share")


class DecisionsView(APIView):
    """Deciding cells."""

    @schemas.adjudication_decide
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Decide cells; null withdraws a decision. A decision that all readings already agree on is refused."""
        item = _fetch_item(request, number)
        operation = decide_links(user=person(request), item_id=item.pk, **requests.read_decisions(request.data))
        return Response(describe_receipt(operation))


class OwnLinksView(APIView):
    """An adjudicator's own links."""

    @schemas.adjudication_own_links
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Decide cells as listed, whatever the readings say; cells that nobody linked are allowed."""
        item = _fetch_item(request, number)
        operation = set_own_links(user=person(request), item_id=item.pk, **requests.read_own_links(request.data))
        return Response(describe_receipt(operation))


class AdoptView(APIView):
    """Adopting a reading."""

    @schemas.adjudication_adopt
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Decide every disagreement of the pair as one annotator read it."""
        item = _fetch_item(request, number)
        operation = adopt_reading(user=person(request), item_id=item.pk, **requests.read_adoption(request.data))
        return Response(describe_receipt(operation))


def _fetch_item(request: Request, number: int) -> Item:
    project = project_of(request)
    items = Item.objects.select_related("sentence_pair").filter(project=project)
    item: Item = get_object_or_404(items, number=number)
    return item


def describe_receipt(operation: Operation) -> dict[str, Any]:
    """Return the receipt of a step on a pair."""
    return {
        "version": operation.version,
        "saved_at": operation.created_at,
        "operation_id": str(operation.operation_id),
    }


def describe_state(item: Item) -> dict[str, Any]:
    """Return a pair with its readings by pseudonym, disagreements and decisions."""
    # The version is read first: what is read after it is at least as new, so a decision on it cannot pass unseen.
    version = Adjudication.objects.filter(item=item).values_list("version", flat=True).first() or 0
    readings = item_readings(item)
    return {
        "number": item.number,
        "identifier": item.identifier,
        "state": item.state,
        "version": version,
        "source_tokens": item.sentence_pair.source_tokens,
        "target_tokens": item.sentence_pair.target_tokens,
        "readings": [
            {
                "annotator": annotator.pseudonym,
                "links": sorted([source, target, label] for (source, target), label in reading.links.items()),
                "unaligned": {"source": sorted(reading.unaligned_source), "target": sorted(reading.unaligned_target)},
            }
            for annotator, reading in readings
        ],
        "disagreements": disagreements([reading for _, reading in readings]),
        "decisions": [
            {"source": row.source_index, "target": row.target_index, "decision": row.decision, "note": row.note}
            for row in LinkDecision.objects.filter(item=item)
        ],
    }


class AcceptanceRow(serializers.ModelSerializer[Acceptance]):
    """One action that accepted agreed pairs."""

    class Meta:
        model = Acceptance
        fields = ("number", "pairs", "accepted_at", "undone_at")


class AcceptancesView(PagedView):
    """Acceptances of the project."""

    serializer_class: Any = AcceptanceRow

    @describe("acceptances_list", answers={200: AcceptanceRow(many=True)})
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str) -> Response:
        """List acceptances, the latest first, including those that were undone."""
        return self.answer_page(project_of(request).acceptances.all())

    @describe("acceptance_create", request=OperationRequest, answers={201: AcceptanceRow})
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str) -> Response:
        """Adjudicate every pair that has all its readings and on which they agree; 400 where there is none."""
        project = project_of(request)
        operation_id = read_operation_id(request.data)
        accepted = accept_agreed(user=person(request), project=project, operation_id=operation_id)
        return Response(AcceptanceRow(accepted).data, status=201)


class AcceptanceUndoView(APIView):
    """Undoing an acceptance."""

    @describe("acceptance_undo", request=OperationRequest, answers={200: AcceptanceRow})
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Return the pairs of an acceptance to the queue, except those in which something was decided since."""
        project = project_of(request)
        get_object_or_404(project.acceptances, number=number)
        operation_id = read_operation_id(request.data)
        accepted = undo_acceptance(user=person(request), project=project, operation_id=operation_id, number=number)
        return Response(AcceptanceRow(accepted).data)
