"""A pair of an open round, for one of its annotators. Links are changed through the assignment's operations."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.readings.api import requests
from alignment.readings.api.cell_schemas import Cells
from alignment.readings.api.state_schemas import SubmitContent, SubmittedReading
from alignment.rounds.models import RoundReading
from alignment.rounds.queries.readings import open_readings, read_exchange
from alignment.rounds.services.steps import CLOSED, keep_link, keep_reading, post_round_comment
from annotation_site.assignments.api.requests import read_comment, read_step
from annotation_site.assignments.api.schemas import CommentRequest, Step
from annotation_site.assignments.models import Assignment
from annotation_site.projects.access import OWNER, admits
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.shapes import read_flag, read_object
from annotation_site.web.api.views import person


class ExchangedReading(SubmittedReading):
    """One annotator's current reading, and the cells it keeps."""

    is_own = serializers.BooleanField()
    state = serializers.ChoiceField(choices=RoundReading.State.choices)
    kept = Cells()


class ExchangedComment(serializers.Serializer[Any]):
    """A comment made in the round by an annotator of the pair."""

    author = serializers.CharField()
    text = serializers.CharField()
    is_question = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class Exchange(serializers.Serializer[Any]):
    """The readings and comments that annotators of a pair share while the round is open."""

    round = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Version of your assignment; send it with every change.")
    round_version = serializers.IntegerField(help_text="Increases with every change to the pair.")
    readings = ExchangedReading(many=True)
    disagreements = Cells()
    comments = ExchangedComment(many=True)


class KeepLinkRequest(Step):
    """The cell to keep."""

    source = serializers.IntegerField(min_value=0, max_value=requests.LARGEST_INDEX)  # type: ignore[assignment]
    target = serializers.IntegerField(min_value=0, max_value=requests.LARGEST_INDEX)


class KeepRequest(Step, SubmitContent):
    """Finishing a pair, and whether bare words are marked."""


class ReconciliationView(APIView):
    """One pair of an open round."""

    @describe("reconciliation_detail", answers={200: Exchange})
    @admits(OWNER)
    def get(self, request: Request, pk: int) -> Response:
        """Get all readings of the pair, the annotator's own first; 404 outside an open round."""
        return Response(_serialise_exchange(request, pk))


class KeepView(APIView):
    """Finishing a pair."""

    @describe("reconciliation_keep", request=KeepRequest, answers={200: Exchange})
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Finish the pair: submit the reading if it was changed or leaves words bare, else keep it."""
        _fetch(request, pk)
        body = read_object(request.data)
        mark_rest = read_flag(body, "mark_rest")
        keep_reading(user=person(request), assignment_id=pk, **read_step(body), mark_rest=mark_rest)
        return Response(_serialise_exchange(request, pk))


class KeepLinkView(APIView):
    """Keeping one cell."""

    @describe("reconciliation_keep_link", request=KeepLinkRequest, answers={200: Exchange})
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Keep the own label of one cell after considering the others'."""
        _fetch(request, pk)
        keep_link(user=person(request), assignment_id=pk, **requests.read_kept_cell(request.data))
        return Response(_serialise_exchange(request, pk))


class RoundCommentsView(APIView):
    """Comments on the pair."""

    @describe("reconciliation_comment", request=CommentRequest, answers={201: Exchange})
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Add a comment for the pair's other annotators."""
        _fetch(request, pk)
        post_round_comment(user=person(request), assignment_id=pk, **read_comment(request.data))
        return Response(_serialise_exchange(request, pk), status=201)


def _fetch(request: Request, pk: int) -> RoundReading:
    own: RoundReading | None = open_readings(person(request)).filter(assignment=pk).first()
    if own is None:
        assignment = get_object_or_404(Assignment.objects.for_annotator(person(request)), pk=pk)
        raise Http404(_(CLOSED) if assignment.round_readings.exists() else _("This pair was not in a round."))
    return own


def _serialise_exchange(request: Request, pk: int) -> dict[str, Any]:
    return read_exchange(_fetch(request, pk))
