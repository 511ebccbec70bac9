"""Token scores against type scores through the API."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from evaluation.sources.ratings import read_scored_compounds
from idiomaticity.results.token_type.figures import to_json, write_token_type


def figure() -> serializers.FloatField:
    """Return a field for a number that is null where it is undefined."""
    return serializers.FloatField(allow_null=True)


class TokenTypeClass(serializers.Serializer[Any]):
    """Compounds of one class, or all where it is empty: token scores, and Spearman's rho with type scores."""

    compound_class = serializers.CharField(allow_blank=True)
    compounds = serializers.IntegerField()
    mean = figure()
    sd = figure()
    type_compounds = serializers.IntegerField()
    type_mean = figure()
    type_sd = figure()
    rho = figure()
    p = figure()
    p_method = serializers.CharField(allow_blank=True, help_text="exact (all orders of few pairs), or t.")
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True, help_text="95 %.")
    reason = serializers.CharField(allow_blank=True)
    compared = serializers.IntegerField()


class TokenTypeBox(serializers.Serializer[Any]):
    """Mean scores of the compounds of one class on one scale, in five numbers."""

    level = serializers.CharField(help_text="token or type.")
    scale = serializers.CharField(help_text="head, modifier or whole.")
    compound_class = serializers.CharField(allow_blank=True)
    n = serializers.IntegerField()
    mean = serializers.FloatField()
    sd = figure()
    low = serializers.FloatField()
    lower_quartile = serializers.FloatField()
    median = serializers.FloatField()
    upper_quartile = serializers.FloatField()
    high = serializers.FloatField()
    outliers = serializers.ListField(child=serializers.FloatField())


class VariableCompound(serializers.Serializer[Any]):
    """A compound whose score changes with its sentence."""

    number = serializers.IntegerField()
    compound = serializers.CharField()
    spread = serializers.FloatField()
    sentence_means = serializers.ListField(child=figure())


class TokenType(serializers.Serializer[Any]):
    """Token scores against type scores in a project."""

    classes = TokenTypeClass(many=True)
    boxes = TokenTypeBox(many=True)
    alike = serializers.IntegerField(
        help_text="Number of compounds with a spread of sentence means below `alike_below`."
    )
    with_spread = serializers.IntegerField()
    alike_below = serializers.FloatField()
    most_variable = VariableCompound(many=True, help_text="The 100 most variable, largest spread first.")


class TokenTypeView(APIView):
    """Token scores against type scores."""

    @describe("token_type", answers={200: TokenType}, parameters=[WITH_EXCLUDED])
    @admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
    def get(self, request: Request, slug: str) -> Response:
        """Give correlation, mean and spread by class, five numbers by scale and class, and the most variable."""
        project = project_of(request)
        with_excluded = read_switch(project, request.query_params).with_excluded
        compounds = read_scored_compounds(project, with_excluded=with_excluded)
        return Response(to_json(write_token_type(compounds, project.idiomaticity.score_scale)))
