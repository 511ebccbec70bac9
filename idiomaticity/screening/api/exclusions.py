"""Exclusion of several annotators in one step: preview, exclude, undo."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.coefficients.figure import plain
from annotation_site.exclusions.api import ExclusionRequest, ExclusionRow
from annotation_site.exclusions.services import MOST_AT_ONCE, exclude_annotators, undo_exclusions
from annotation_site.projects.abilities import can_manage
from annotation_site.web.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body
from annotation_site.web.exceptions import DomainError
from idiomaticity.projects.access import admits
from idiomaticity.screening.forms import RuleForm
from idiomaticity.screening.queries.suggested import preview_exclusions

RULE = [
    OpenApiParameter("rho", float, description="ρ below this bound."),
    OpenApiParameter("straight_lines", bool, description="Identical answers in a row, or nearly always the same one."),
    OpenApiParameter("failed", int, description="At least as many failed attention items."),
    OpenApiParameter("competence", float, description="Competence by MACE below this bound."),
]


class SuggestedExclusion(serializers.Serializer[Any]):
    """An annotator whom the rule suggests, and why."""

    annotator = serializers.CharField(source="quality.annotator.pseudonym")
    ratings = serializers.IntegerField(source="quality.habits.ratings")
    reasons = serializers.ListField(child=serializers.CharField())


class AlphaChangeRow(serializers.Serializer[Any]):
    """Ordinal alpha of a scale, or of all where it is empty, with and without these annotators."""

    scale = serializers.CharField(allow_blank=True)
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class ExclusionPreviewBody(serializers.Serializer[Any]):
    """Those whom a rule suggests, and what their exclusion would change."""

    suggested = SuggestedExclusion(many=True)
    ratings = serializers.IntegerField(help_text="Ratings of all of these together.")
    of_ratings = serializers.IntegerField()
    alpha = AlphaChangeRow(many=True)


class BulkExclusionRequest(ExclusionRequest):
    """The annotators to exclude, by pseudonym; the operation id names the step for its undo."""

    annotators = serializers.ListField(
        child=serializers.CharField(max_length=20), min_length=1, max_length=MOST_AT_ONCE
    )


class BulkExclusionUndoRequest(serializers.Serializer[Any]):
    """The step to undo, by its operation id."""

    batch = serializers.UUIDField()


class ExclusionsLifted(serializers.Serializer[Any]):
    """The number of exclusions that still stood and were lifted."""

    lifted = serializers.IntegerField()


class BulkExclusionView(APIView):
    """Exclusion of several annotators."""

    @describe("bulk_exclusion_preview", answers={200: ExclusionPreviewBody}, parameters=RULE)
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Give those whom a rule suggests, their ratings, and alpha with and without them; nothing is changed."""
        project = project_of(request)
        form = RuleForm(request.query_params)
        if not form.is_valid():
            raise DomainError(" ".join(str(line) for lines in form.errors.values() for line in lines))
        found = preview_exclusions(project, form.read_rule(), without_person=person(request).pk)
        alpha = [
            {"scale": each.scale, "before": plain(each.before), "after": plain(each.after)} for each in found.alpha
        ]
        counts = {"ratings": found.ratings, "of_ratings": found.of_ratings}
        return Response(ExclusionPreviewBody({"suggested": found.suggested, **counts, "alpha": alpha}).data)

    @describe("bulk_exclusion", request=BulkExclusionRequest, answers={200: ExclusionRow(many=True)}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Exclude all of these annotators from every figure, or none."""
        project = project_of(request)
        made = exclude_annotators(user=person(request), project=project, **read_body(request, BulkExclusionRequest))
        return Response(ExclusionRow(made, many=True).data)


class BulkExclusionUndoView(APIView):
    """Undo of a bulk exclusion."""

    @describe("bulk_exclusion_undo", request=BulkExclusionUndoRequest, answers={200: ExclusionsLifted})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Lift every exclusion of the step that still stands."""
        project = project_of(request)
        body = read_body(request, BulkExclusionUndoRequest)
        return Response({"lifted": undo_exclusions(user=person(request), project=project, **body)})
