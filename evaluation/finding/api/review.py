"""API for reviewing the hits of a search: deciding one, or all of a phrase, and undoing it."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import admits
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import PagedView, person, read_body, read_filter
from annotation_site.web.exceptions import DomainError
from evaluation.finding.api.finding import fetch_finding
from evaluation.finding.models import Hit
from evaluation.finding.queries import find_hits
from evaluation.finding.services.review import decide_hit, decide_phrase, undo_decision

PHRASE_VERDICTS = ["accepted", "rejected"]


class HitRow(serializers.Serializer[Any]):
    """A hit in its sentence."""

    id = serializers.IntegerField()
    phrase = serializers.CharField(source="phrase.phrase")
    phrase_id = serializers.IntegerField()
    line = serializers.IntegerField(source="sentence.line")
    spans = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    text = serializers.CharField(source="sentence.text")
    other = serializers.CharField(source="sentence.other")
    verdict = serializers.ChoiceField(choices=Hit.Verdict.choices)
    seen = serializers.IntegerField(help_text="ID of the current decision, 0 for none; send it with the next one.")


class HitDecisionRequest(OperationRequest):
    """A verdict on one hit."""

    verdict = serializers.ChoiceField(choices=Hit.Verdict.choices)
    seen = serializers.IntegerField(min_value=0, max_value=2**63 - 1)


class PhraseDecisionRequest(OperationRequest):
    """A verdict on all undecided hits of a phrase."""

    verdict = serializers.ChoiceField(choices=PHRASE_VERDICTS)


class HitsDecided(serializers.Serializer[Any]):
    """The number of hits that changed."""

    hits = serializers.IntegerField()


class FoundPhraseDecideView(APIView):
    """The undecided hits of a phrase."""

    @describe("found_phrase_decide", request=PhraseDecisionRequest, answers={200: HitsDecided})
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, pk: int, phrase: int) -> Response:
        """Accept or reject the phrase's undecided hits."""
        finding = fetch_finding(request, pk)
        body = read_body(request, PhraseDecisionRequest)
        row = get_object_or_404(finding.phrases.all(), pk=phrase)
        return Response({"hits": decide_phrase(user=person(request), finding=finding, phrase=row, **body)})


class HitsView(PagedView):
    """The hits of a search."""

    serializer_class: Any = HitRow

    @describe("hits_list", answers={200: HitRow(many=True)})
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List hits, grouped by phrase; `?verdict=` is open, accepted or rejected, `?phrase=` a phrase's id."""
        finding = fetch_finding(request, pk)
        phrase = request.query_params.get("phrase", "")
        if phrase and not (phrase.isascii() and phrase.isdigit() and len(phrase) < 19):
            raise DomainError("phrase must be the ID of a phrase.")
        row = get_object_or_404(finding.phrases.all(), pk=int(phrase)) if phrase else None
        return self.answer_page(find_hits(finding, read_filter(request, "verdict", Hit.Verdict.values), row))


class HitDecideView(APIView):
    """One hit."""

    @describe("hit_decide", request=HitDecisionRequest, answers={200: HitRow})
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, pk: int, hit: int) -> Response:
        """Accept or reject the hit, or make it undecided again; 409 if somebody has decided it since."""
        finding = fetch_finding(request, pk)
        body = read_body(request, HitDecisionRequest)
        row = get_object_or_404(find_hits(finding), pk=hit)
        return Response(HitRow(decide_hit(user=person(request), finding=finding, hit=row, **body)).data)


class HitUndoView(APIView):
    """A decision."""

    @describe("hit_decision_undo", request=None, answers={200: HitsDecided})
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str, pk: int, decision: int) -> Response:
        """Undo your own decision if it is still in force; otherwise the result is 0 hits."""
        finding = fetch_finding(request, pk)
        row = get_object_or_404(finding.decisions.filter(decided_by=person(request)), pk=decision)
        return Response({"hits": undo_decision(user=person(request), finding=finding, decision=row)})
