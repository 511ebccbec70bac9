"""Agreement on expressions in the API, as `measure expression-agreement` prints it."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.agreement.api import figure
from annotation_site.agreement.queries import find_figures
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from expressions.agreement.passages import write_agreement
from expressions.agreement.queries import ExpressionAgreementKind, read_agreement
from expressions.projects.access import admits


class CoupleFigures(serializers.Serializer[Any]):
    """Expressions of the first and second annotator and of both, and the figures over the passages that both read."""

    passages = serializers.IntegerField()
    first = serializers.IntegerField()
    second = serializers.IntegerField()
    common = serializers.IntegerField()
    items = serializers.IntegerField(help_text="N of the estimated kappa_span.")
    f_span = figure()
    kappa_span = figure()
    kappa_cat = figure()
    token_f = figure()
    kappa_token = figure()
    disagreements = serializers.DictField(child=serializers.IntegerField())
    rows = serializers.ListField(child=serializers.DictField(), help_text="By category, continuity and length.")
    confusion = serializers.ListField(child=serializers.DictField())


class NamedCouple(CoupleFigures):
    """The figures of two annotators."""

    annotators = serializers.ListField(child=serializers.CharField())


class ExpressionAgreement(serializers.Serializer[Any]):
    """Agreement over the passages with two readings or more; `reasons` of figures without a value."""

    passages = serializers.IntegerField()
    sentences = serializers.IntegerField()
    across_sentences = serializers.IntegerField(help_text="Marks with words of several sentences, which count in none.")
    pooled = CoupleFigures()
    pairs = NamedCouple(many=True)
    alpha = figure()
    alpha_masi = figure()
    reasons = serializers.DictField(child=serializers.CharField())
    interval = serializers.DictField(
        allow_null=True,
        help_text="95 % intervals, `pooled`, of `pairs` and of `words`, from passages sampled with replacement, with "
        "`resamples` and `seed`; null until computed.",
    )


class ExpressionAgreementView(APIView):
    """Agreement of a project."""

    @describe("expression_agreement", answers={200: ExpressionAgreement})
    @admits(can_see_agreement)
    def get(self, request: Request, slug: str) -> Response:
        """Return the agreement of submitted readings before adjudication."""
        project = project_of(request)
        stored = find_figures(ExpressionAgreementKind(), project, None)
        return Response({**write_agreement(read_agreement(project)), "interval": stored.result if stored else None})
