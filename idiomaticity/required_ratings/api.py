"""API for requesting more ratings of single items."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import person, read_body
from idiomaticity.projects.access import admits
from idiomaticity.required_ratings.services import MOST_REQUIRED, raise_required_ratings


class RequiredRatingsRequest(OperationRequest):
    """The items to raise, and the number of ratings that each should have."""

    numbers = serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=10_000)
    required = serializers.IntegerField(min_value=1, max_value=MOST_REQUIRED)  # type: ignore[assignment]


class RequiredRatingsRaised(serializers.Serializer[Any]):
    """The number of items raised."""

    raised = serializers.IntegerField(help_text="Number of items with raised requirement.")


class RequiredRatingsView(APIView):
    """Number of ratings that items should have."""

    @describe("required_ratings_raise", request=RequiredRatingsRequest, answers={200: RequiredRatingsRaised})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Raise the number of required ratings of some items; they are assigned again, fewest ratings first."""
        project = project_of(request)
        body = read_body(request, RequiredRatingsRequest)
        return Response({"raised": raise_required_ratings(user=person(request), project=project, **body)})
