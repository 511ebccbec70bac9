"""Excluding an annotator from the figures, and lifting the exclusion."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.exclusions.models import LONGEST_REASON, Exclusion
from annotation_site.exclusions.queries import PARAMETER, WITH, list_excluding_kinds
from annotation_site.exclusions.services import exclude_annotator, lift_exclusion
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import person, read_body

WITH_EXCLUDED = OpenApiParameter(
    PARAMETER, str, enum=[WITH], description="`with` includes excluded annotators; by default they are left out."
)


class ExclusionRow(serializers.ModelSerializer[Exclusion]):
    """An exclusion of an annotator: time, reason, and when it was lifted."""

    annotator = serializers.CharField(source="membership.pseudonym")
    by = serializers.CharField(source="by.name")
    lifted_by = serializers.CharField(source="lifted_by.name", allow_null=True, default=None)

    class Meta:
        model = Exclusion
        fields = ("annotator", "reason", "by", "at", "lifted_at", "lifted_by")


class ExclusionRequest(OperationRequest):
    """The reason for the exclusion."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class ExclusionView(APIView):
    """Exclusions of one annotator."""

    @describe("annotator_exclusions", answers={200: ExclusionRow(many=True)})
    @admits(can_manage, kinds=list_excluding_kinds)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List the annotator's exclusions, the latest first; one that is not lifted is in force."""
        project = project_of(request)
        annotator = get_object_or_404(project.memberships.annotators(), pk=pk)
        rows = annotator.exclusions.select_related("membership", "by", "lifted_by")
        return Response(ExclusionRow(rows, many=True).data)

    @describe("annotator_exclude", request=ExclusionRequest, answers={200: ExclusionRow})
    @admits(can_manage, kinds=list_excluding_kinds)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Exclude the annotator from every figure."""
        project = project_of(request)
        body = read_body(request, ExclusionRequest)
        exclusion = exclude_annotator(user=person(request), project=project, annotator_id=pk, **body)
        return Response(ExclusionRow(exclusion).data)

    @describe("annotator_exclusion_lift", answers={204: None})
    @admits(can_manage, kinds=list_excluding_kinds)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Lift the exclusion."""
        project = project_of(request)
        lift_exclusion(user=person(request), project=project, annotator_id=pk)
        return Response(status=204)
