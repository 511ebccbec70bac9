"""API for paraphrases: counts and levels, decisions, and undo."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.shapes import LARGEST_INTEGER
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.web.exceptions import DomainError
from idiomaticity.paraphrases.counts import PAPER, Thresholds
from idiomaticity.paraphrases.forms import ThresholdsForm
from idiomaticity.paraphrases.models import ParaphraseDecision
from idiomaticity.paraphrases.queries.figures import add_up, read_figures
from idiomaticity.paraphrases.queries.queue import suggest_decisions
from idiomaticity.paraphrases.services import ACTIONS, Wish, decide_paraphrase, undo_paraphrase
from idiomaticity.projects.access import admits

RULE = [
    OpenApiParameter("several_sentences", int, description="Type level, several sentences: minimum number of answers."),
    OpenApiParameter("one_sentence", int, description="Token level, one sentence: minimum number of answers."),
    WITH_EXCLUDED,
]
SHOWN = 200


class ParaphraseFigures(serializers.Serializer[Any]):
    """The figures of §3.3 of the NCTTI paper."""

    compounds = serializers.IntegerField()
    sentences = serializers.IntegerField()
    different = serializers.IntegerField(help_text="Counted separately for each compound.")
    by_five_or_more = serializers.IntegerField(source="frequent")
    type_level = serializers.IntegerField()
    token_level = serializers.IntegerField()
    token_sentences = serializers.DictField(
        child=serializers.IntegerField(), help_text="Sentences with token-level paraphrases → compounds."
    )
    per_compound = serializers.FloatField(allow_null=True)
    token_per_sentence = serializers.FloatField(allow_null=True)


class ParaphraseRowBody(serializers.Serializer[Any]):
    """A paraphrase that counts."""

    text = serializers.CharField()
    paraphrase_level = serializers.ChoiceField(choices=["type", "token", "unclassified"])
    total = serializers.IntegerField()
    frequencies = serializers.ListField(child=serializers.IntegerField(), help_text="By rated sentence.")
    variants = serializers.ListField(child=serializers.CharField())


class SuggestionRow(serializers.Serializer[Any]):
    """A form that needs a decision; without a compound, for all of them."""

    kind = serializers.ChoiceField(choices=["junk", "fault", "variant"])
    form = serializers.CharField()
    into = serializers.CharField(allow_blank=True)
    compound = serializers.IntegerField(source="compound.number", allow_null=True, default=None)
    given = serializers.IntegerField()
    reason = serializers.CharField()


class DecisionRow(serializers.ModelSerializer[ParaphraseDecision]):
    """A decision in force."""

    compound = serializers.IntegerField(source="compound.number", allow_null=True, default=None)

    class Meta:
        model = ParaphraseDecision
        fields = ("compound", "form", "action", "into", "decided_at")


class DecisionRequest(OperationRequest):
    """A decision on a paraphrase form; repeating an operation id has no further effect."""

    form = serializers.CharField(max_length=250)
    action = serializers.ChoiceField(choices=ACTIONS, allow_blank=True, help_text="Empty removes the decision.")
    compound = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST_INTEGER,
        allow_null=True,
        default=None,
        help_text="Null applies to all compounds.",
    )
    into = serializers.CharField(max_length=250, allow_blank=True, default="")


class DecisionUndoRequest(OperationRequest):
    """The decision to undo, by the number of its operation."""

    decision = serializers.IntegerField(min_value=1, max_value=LARGEST_INTEGER)


class ParaphrasesView(APIView):
    """Counts over the project."""

    @describe("paraphrases", answers={200: ParaphraseFigures}, parameters=RULE)
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str) -> Response:
        """Count different paraphrases, those of five people or more, and each level."""
        project = project_of(request)
        switch = read_switch(project, request.query_params)
        figures = read_figures(project, read_thresholds(request), with_excluded=switch.with_excluded)
        return Response(ParaphraseFigures(add_up(figures)).data)


class SuggestionsView(APIView):
    """Paraphrases that need a decision."""

    @describe("paraphrase_suggestions", answers={200: SuggestionRow(many=True)})
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str) -> Response:
        """List the first suggestions: answers given for very many compounds, faults, variants."""
        project = project_of(request)
        return Response(SuggestionRow(suggest_decisions(project)[:SHOWN], many=True).data)


class DecisionsView(PagedView):
    """Decisions about paraphrases."""

    serializer_class: Any = DecisionRow

    @describe("paraphrase_decisions_list", answers={200: DecisionRow(many=True)})
    @admits(can_adjudicate)
    def get(self, request: Request, slug: str) -> Response:
        """List the decisions."""
        project = project_of(request)
        rows = ParaphraseDecision.objects.filter(project=project).select_related("compound").order_by("pk")
        return self.answer_page(rows)

    @describe("paraphrase_decide", request=DecisionRequest, answers={204: None})
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str) -> Response:
        """Merge, reject or keep a form, or remove a decision."""
        project = project_of(request)
        fields = read_body(request, DecisionRequest)
        operation_id = fields.pop("operation_id")
        decide_paraphrase(user=person(request), project=project, operation_id=operation_id, wish=Wish(**fields))
        return Response(status=204)


class DecisionUndoView(APIView):
    """Undoing a decision."""

    @describe("paraphrase_undo", request=DecisionUndoRequest, answers={204: None})
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str) -> Response:
        """Undo one decision."""
        project = project_of(request)
        undo_paraphrase(user=person(request), project=project, **read_body(request, DecisionUndoRequest))
        return Response(status=204)


def read_thresholds(request: Request) -> Thresholds:
    named = {name: request.query_params.get(name, getattr(PAPER, name)) for name in PAPER.__dataclass_fields__}
    form = ThresholdsForm(named)
    if not form.is_valid():
        raise DomainError("Thresholds must be whole numbers, at least 2 for several sentences and 1 for one.")
    return Thresholds(**form.cleaned_data)
