"""API for requesting a release of an evaluation."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_release
from annotation_site.releases import api as releases
from annotation_site.web.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body
from evaluation.projects.access import admits
from evaluation.releases.services import request_release
from evaluation.test_sets.api.parts import fetch_test_set


class EvaluationReleaseRequest(releases.ReleaseRequest):
    """A release to be built."""

    test_set = serializers.IntegerField(min_value=1, max_value=2**63 - 1, help_text="Number of the test set.")


class EvaluationReleasesView(APIView):
    """Releases of an evaluation; they are listed with those of every kind."""

    @describe("evaluation_release_create", request=EvaluationReleaseRequest, answers={202: JobDetail})
    @admits(can_release)
    def post(self, request: Request, slug: str) -> Response:
        """Start a release of a test set with its outputs, scores and judgements."""
        project = project_of(request)
        terms: dict[str, Any] = read_body(request, EvaluationReleaseRequest)
        test_set = fetch_test_set(request, terms.pop("test_set"))
        job = request_release(user=person(request), project=project, test_set=test_set, **terms)
        return Response(JobDetail(job).data, status=202)
