"""API for planning how many further ratings are worth collecting."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import Problem, describe
from annotation_site.web.api.views import read_filter
from evaluation.rating_agreement.jobs import LEVELS, SCOPES, Needs, PlanQuestion, find_needs, find_plan
from evaluation.rating_agreement.plan import to_json
from evaluation.rating_agreement.queries import PrecisionQuestion, find_precision
from evaluation.rating_agreement.queries import to_json as precision_to_json
from evaluation.sources.ratings import ItemNeed


class PlannedWidthRow(serializers.Serializer[Any]):
    """Width of the 95 % interval with so many ratings of every unit."""

    ratings = serializers.IntegerField()
    width = serializers.FloatField()
    is_sampled = serializers.BooleanField(help_text="Whether sampled from existing ratings; otherwise extrapolated.")
    units = serializers.IntegerField(help_text="Units on which the width rests: those with so many ratings, or all.")


class ItemNeedRow(serializers.Serializer[ItemNeed]):
    """An item with its scores so far and the standard error of their mean."""

    number = serializers.IntegerField()
    compound = serializers.CharField()
    required = serializers.IntegerField()  # type: ignore[assignment]
    scores = serializers.IntegerField()
    mean = serializers.FloatField(allow_null=True)
    error = serializers.FloatField(allow_null=True)


class NeedsRow(serializers.Serializer[Needs]):
    """Items that need another rating most."""

    scale = serializers.CharField(help_text="head, modifier or whole.")
    fewest = ItemNeedRow(many=True)
    least_certain = ItemNeedRow(many=True)


class RatingPlanAnswer(serializers.Serializer[Any]):
    """The expected width of alpha's interval with further ratings."""

    level = serializers.ChoiceField(choices=LEVELS)
    units = serializers.IntegerField(help_text="Number of units: items times scales.")
    rated = serializers.IntegerField(help_text="Units with two or more ratings, used for the estimate.")
    mean_ratings = serializers.FloatField()
    width_now = serializers.FloatField(allow_null=True)
    widths = PlannedWidthRow(many=True)
    repeats = serializers.IntegerField()
    seed = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    needs = NeedsRow()


class RatingPlanView(APIView):
    """The planner."""

    @describe(
        "rating_plan",
        answers={200: RatingPlanAnswer},
        refusals={400: Problem},
        parameters=[
            OpenApiParameter("scale", str, enum=SCOPES),
            OpenApiParameter("level", str, enum=LEVELS),
            WITH_EXCLUDED,
        ],
    )
    @admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
    def get(self, request: Request, slug: str) -> Response:
        """Predict the width of alpha's interval, and list the items that need another rating most."""
        project = project_of(request)
        switch = read_switch(project, request.query_params)
        scope, level = read_filter(request, "scale", [*SCOPES]), read_filter(request, "level", [*LEVELS])
        question = PlanQuestion.of(scope, level, with_excluded=switch.with_excluded)
        needs = NeedsRow(find_needs(project, question)).data
        return Response({**to_json(find_plan(project, question)), "needs": needs})


class LevelVarianceRow(serializers.Serializer[Any]):
    """Variances at one level, in squared points of the scale."""

    compounds = serializers.FloatField()
    ratings = serializers.FloatField(help_text="Between ratings of one item, severity included.")
    severity = serializers.FloatField(help_text="Between raters.")


class VariancesRow(serializers.Serializer[Any]):
    """The variances on which widths rest, and how many answers these rest on."""

    token = LevelVarianceRow(allow_null=True)
    type = LevelVarianceRow(allow_null=True)
    sentences = serializers.FloatField(allow_null=True, help_text="Between sentences of a compound.")
    covariance = serializers.FloatField(allow_null=True, help_text="Of token and type scores.")
    has_shared_raters = serializers.BooleanField(help_text="Whether the same people rate all sentences of a compound.")
    of_compounds = serializers.IntegerField()
    of_raters = serializers.IntegerField()
    of_ratings = serializers.IntegerField()


class PrecisionRow(serializers.Serializer[Any]):
    """Expected width with so many raters of each of so many sentences."""

    sentences = serializers.IntegerField(help_text="0: the compound is rated by itself.")
    raters = serializers.IntegerField()
    width = serializers.FloatField()
    rho = serializers.FloatField(allow_null=True, help_text="Expected ρ, where the width is that of its interval.")


class RatingPrecision(serializers.Serializer[Any]):
    """The raters and sentences that means of compounds, and ρ between levels, need."""

    scale = serializers.CharField(help_text="head, modifier or whole.")
    mean_width = serializers.FloatField()
    correlation_width = serializers.FloatField()
    compounds = serializers.IntegerField()
    basis = serializers.ChoiceField(choices=["", "answers", "nctti"])
    lack = serializers.CharField(allow_blank=True, help_text="What the project's own answers lack.")
    variances = VariancesRow(allow_null=True)
    means = PrecisionRow(many=True)
    mean_reason = serializers.CharField(allow_blank=True)
    mean_designs = PrecisionRow(many=True, help_text="As precise as wanted, fewest ratings first.")
    correlations = PrecisionRow(many=True)
    correlation_reason = serializers.CharField(allow_blank=True)
    correlation_designs = PrecisionRow(many=True)
    samples = serializers.IntegerField()
    seed = serializers.IntegerField()


class RatingPrecisionView(APIView):
    """Raters and sentences for a wanted precision."""

    @describe(
        "rating_precision",
        answers={200: RatingPrecision},
        refusals={400: Problem},
        parameters=[
            OpenApiParameter("scale", str, enum=SCOPES),
            OpenApiParameter("mean_width", float, description="Wanted width of the interval of a compound's mean."),
            OpenApiParameter("correlation_width", float, description="Wanted width of the interval of ρ."),
            OpenApiParameter("compounds", int, description="Compounds of the study; those of the project if missing."),
            WITH_EXCLUDED,
        ],
    )
    @admits(can_see_agreement, kinds=(Project.Kind.IDIOMATICITY,))
    def get(self, request: Request, slug: str) -> Response:
        """Simulate the intervals of a compound's mean and of ρ with more raters and sentences."""
        project = project_of(request)
        switch = read_switch(project, request.query_params)
        scope = read_filter(request, "scale", [*SCOPES])
        question = PrecisionQuestion.of(project, request.query_params, scope, with_excluded=switch.with_excluded)
        return Response(precision_to_json(find_precision(project, question)))
