"""Reconciliation rounds for managers."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.projects.access import admits
from alignment.rounds.models import ReconciliationRound, RoundAgreement, RoundItem
from alignment.rounds.queries.rounds import read_progress
from alignment.rounds.queries.sums import Comparison, compare_agreement, compare_kappa
from alignment.rounds.services.closing import close_round, remove_from_round
from alignment.rounds.services.reopening import reopen_round
from alignment.rounds.services.rounds import open_round
from annotation_site.assignments.api.requests import read_operation_id
from annotation_site.projects.abilities import can_manage, can_see_everyones_work
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import PagedView, person, read_body


class RoundRow(serializers.ModelSerializer[ReconciliationRound]):
    """A round."""

    class Meta:
        model = ReconciliationRound
        fields = ("number", "state", "note", "least_share", "opened_at", "closed_at")


class RoundRequest(OperationRequest):
    """Opening a round."""

    least_share = serializers.FloatField(
        default=0.0, min_value=0, max_value=1, help_text="Include pairs with at least this share of disputed links."
    )
    note = serializers.CharField(max_length=300, allow_blank=True, default="")


class ProgressRow(serializers.Serializer[Any]):
    """The progress of one annotator."""

    pseudonym = serializers.CharField()
    total = serializers.IntegerField()
    waiting = serializers.IntegerField()
    changing = serializers.IntegerField()
    kept = serializers.IntegerField()
    changed = serializers.IntegerField()


def pair_of_figures() -> serializers.ListField:
    """Return a field for two figures: before, and after or now; null if undefined."""
    return serializers.ListField(child=serializers.FloatField(allow_null=True), min_length=2, max_length=2)


class ComparedRow(serializers.Serializer[Any]):
    """AGR of two annotators before, and after or now; without annotators, of all together."""

    annotators = serializers.ListField(child=serializers.CharField())
    pairs = serializers.IntegerField()
    any = pair_of_figures()
    both = pair_of_figures()
    sure = pair_of_figures()
    possible = pair_of_figures()


class ScopeState(serializers.Serializer[Any]):
    """Agreement before and after over one set of pairs."""

    fleiss_kappa = pair_of_figures()
    annotators = ComparedRow(many=True)


class RoundState(RoundRow):
    """A round with its progress and results; `round` covers its pairs, `all` every pair."""

    pairs = serializers.IntegerField()
    progress = ProgressRow(many=True)
    round = ScopeState()
    all = ScopeState()

    class Meta(RoundRow.Meta):
        fields = (*RoundRow.Meta.fields, "pairs", "progress", "round", "all")  # type: ignore[assignment]


class RoundPair(serializers.ModelSerializer[RoundItem]):
    """A pair of a round; `is_open` while its annotators see each other's readings."""

    number = serializers.IntegerField(source="item.number")
    identifier = serializers.CharField(source="item.identifier", allow_blank=True)

    class Meta:
        model = RoundItem
        fields = ("number", "identifier", "is_open", "removed_at")


class RoundsView(PagedView):
    """Rounds of a project."""

    serializer_class: Any = RoundRow

    @describe("rounds_list", answers={200: RoundRow(many=True)})
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str) -> Response:
        """List rounds, the latest first."""
        return self.answer_page(project_of(request).reconciliation_rounds.all())

    @describe("round_open", request=RoundRequest, answers={201: RoundRow})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Open a round over the pairs on which annotators differ and which nobody has begun to adjudicate."""
        project = project_of(request)
        opened = open_round(user=person(request), project=project, **read_body(request, RoundRequest))
        return Response(RoundRow(opened).data, status=201)


class RoundView(APIView):
    """One round."""

    @describe("round_detail", answers={200: RoundState})
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get its progress, and agreement and kappa before and after (now, while it is open)."""
        return Response(_serialise_round(_fetch(request, number)))


class RoundCloseView(APIView):
    """Closing a round."""

    @describe("round_close", request=OperationRequest, answers={200: RoundState})
    @admits(can_manage)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Close the round: changed readings are submitted if complete, and restored otherwise."""
        project = project_of(request)
        get_object_or_404(project.reconciliation_rounds, number=number)
        operation_id = read_operation_id(request.data)
        closed = close_round(user=person(request), project=project, operation_id=operation_id, number=number)
        return Response(_serialise_round(closed))


class RoundReopenView(APIView):
    """Reopening a round."""

    @describe("round_reopen", request=OperationRequest, answers={200: RoundState})
    @admits(can_manage)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Reopen the round as it was before it was closed: within 24 hours, while nothing rests on its result."""
        project = project_of(request)
        get_object_or_404(project.reconciliation_rounds, number=number)
        operation_id = read_operation_id(request.data)
        opened = reopen_round(user=person(request), project=project, operation_id=operation_id, number=number)
        return Response(_serialise_round(opened))


class RoundPairsView(PagedView):
    """Pairs of a round."""

    serializer_class: Any = RoundPair

    @describe("round_pairs", answers={200: RoundPair(many=True)})
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """List its pairs in the order of the text."""
        held = _fetch(request, number)
        return self.answer_page(held.items.select_related("item").order_by("item__number"))


class RoundRemoveView(APIView):
    """Removing a pair from a round."""

    @describe("round_remove", request=OperationRequest, answers={200: RoundPair})
    @admits(can_manage)
    def post(self, request: Request, slug: str, number: int, pair: int) -> Response:
        """Remove a pair from the open round, so that it can be adjudicated."""
        project = project_of(request)
        get_object_or_404(RoundItem, round__project=project, round__number=number, item__number=pair)
        operation_id = read_operation_id(request.data)
        round_item = remove_from_round(
            user=person(request), project=project, operation_id=operation_id, number=number, item_number=pair
        )
        return Response(RoundPair(round_item).data)


def _fetch(request: Request, number: int) -> ReconciliationRound:
    project = project_of(request)
    held: ReconciliationRound = get_object_or_404(project.reconciliation_rounds, number=number)
    return held


def _serialise_round(held: ReconciliationRound) -> dict[str, Any]:
    progress = ProgressRow(read_progress(held), many=True).data
    scopes = {scope.value: _scope_to_json(held, scope) for scope in RoundAgreement.Scope}
    return {**RoundRow(held).data, "pairs": held.items.count(), "progress": progress, **scopes}


def _scope_to_json(held: ReconciliationRound, scope: str) -> dict[str, Any]:
    kappa = [figure.value for figure in compare_kappa(held, scope)]
    return {"fleiss_kappa": kappa, "annotators": [_row_to_json(row) for row in compare_agreement(held, scope)]}


def _row_to_json(row: Comparison) -> dict[str, Any]:
    names = [row.first, row.second] if row.first else []
    return {"annotators": names, "pairs": row.pairs, **{name: list(both) for name, both in row.figures.items()}}
