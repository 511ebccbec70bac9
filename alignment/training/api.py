"""Pairs with known gold, and an annotator's training."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.projects.access import admits
from alignment.training.models import KnownGold, TrainingRun
from alignment.training.queries import list_known_gold, read_status
from alignment.training.services.known_gold import MOST_PAIRS, mark_known_gold
from alignment.training.services.training import try_again
from annotation_site.projects.abilities import can_annotate, can_manage, require_annotator
from annotation_site.projects.access import project_of
from annotation_site.projects.models import Membership
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import PagedView, person, read_body


class KnownGoldRow(serializers.ModelSerializer[KnownGold]):
    """A pair with known gold."""

    number = serializers.IntegerField(source="item.number")
    identifier = serializers.CharField(source="item.identifier", allow_blank=True)

    class Meta:
        model = KnownGold
        fields = ["number", "identifier", "use", "origin", "added_at"]


class MarkRequest(OperationRequest):
    """The numbers of settled pairs to use."""

    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**31 - 1), max_length=MOST_PAIRS
    )
    use = serializers.ChoiceField(choices=KnownGold.Use.choices)


class RunRow(serializers.ModelSerializer[TrainingRun]):
    """One attempt."""

    state = serializers.CharField()

    class Meta:
        model = TrainingRun
        fields = ["number", "state", "agr", "threshold", "started_at", "finished_at"]


class TrainingState(serializers.Serializer[Any]):
    """The annotator's progress in training."""

    is_required = serializers.BooleanField(help_text="Whether training is required before annotating.")
    is_passed = serializers.BooleanField()
    threshold = serializers.IntegerField(help_text="Pass mark: AGR with gold (%).")
    attempts_left = serializers.IntegerField()
    done = serializers.IntegerField(help_text="Submitted pairs of the current attempt.")
    total = serializers.IntegerField()
    runs = RunRow(many=True)


class KnownGoldView(PagedView):
    """Pairs with known gold."""

    serializer_class: Any = KnownGoldRow

    @describe("known_gold_list", answers={200: KnownGoldRow(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List pairs with known gold, for managers."""
        return self.answer_page(list_known_gold(project_of(request)))

    @describe("known_gold_mark", request=MarkRequest, answers={201: KnownGoldRow(many=True)})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Use settled pairs for training or silent checks."""
        project = project_of(request)
        rows = mark_known_gold(user=person(request), project=project, **read_body(request, MarkRequest))
        return Response(KnownGoldRow(rows, many=True).data, status=201)


class TrainingView(APIView):
    """The annotator's own training."""

    @describe("training_detail", answers={200: TrainingState})
    @admits(can_annotate)
    def get(self, request: Request, slug: str) -> Response:
        """Get the annotator's progress."""
        return Response(_state(self._annotator(request)))

    @describe("training_again", request=OperationRequest, answers={200: TrainingState})
    @admits(can_annotate)
    def post(self, request: Request, slug: str) -> Response:
        """Begin another attempt after one that was not passed."""
        annotator = self._annotator(request)
        sent = read_body(request, OperationRequest)
        try_again(user=person(request), project=annotator.project, **sent)
        return Response(_state(annotator))

    def _annotator(self, request: Request) -> Membership:
        return require_annotator(person(request), project_of(request))


def _state(annotator: Membership) -> Any:
    return TrainingState(read_status(annotator)).data
