"""The effects of suggestions."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.anchoring.jobs import find_effects
from alignment.anchoring.services import request_effects
from alignment.projects.access import open_project
from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_manage
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person


class AnchoringDetail(serializers.Serializer[Any]):
    """The last report; `is_current` is false if anybody has worked since."""

    is_current = serializers.BooleanField()
    computed_at = serializers.DateTimeField()
    report = serializers.JSONField()


class AnchoringView(APIView):
    """Effects of suggestions."""

    @describe("anchoring", answers={200: AnchoringDetail})
    def get(self, request: Request, slug: str) -> Response:
        """Get the last report; 404 before one was requested."""
        stored = find_effects(open_project(person(request), slug, can_manage))
        if stored is None:
            raise Http404("No report was computed yet.")
        return Response(AnchoringDetail(stored).data)

    @describe("anchoring_request", request=None, answers={202: JobDetail}, conflicts=True)
    def post(self, request: Request, slug: str) -> Response:
        """Compute the report by a job."""
        project = open_project(person(request), slug, can_manage)
        return Response(JobDetail(request_effects(user=person(request), project=project)).data, status=202)
