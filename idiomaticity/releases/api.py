"""API for requesting a release of a compositionality study."""

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
from idiomaticity.paraphrases.counts import PAPER, Thresholds
from idiomaticity.projects.access import admits
from idiomaticity.releases.services import request_release


class ThresholdsBody(serializers.Serializer[Any]):
    """The rule for the levels of paraphrases; by default, that of the paper."""

    several_sentences = serializers.IntegerField(min_value=2, max_value=1000, default=PAPER.several_sentences)
    one_sentence = serializers.IntegerField(min_value=1, max_value=1000, default=PAPER.one_sentence)


class StudyReleaseRequest(releases.ReleaseRequest):
    """A release to be built."""

    paraphrases = ThresholdsBody(required=False)


class StudyReleasesView(APIView):
    """Releases of a study; they are listed with those of every kind."""

    @describe("study_release_create", request=StudyReleaseRequest, answers={202: JobDetail})
    @admits(can_release)
    def post(self, request: Request, slug: str) -> Response:
        """Start a release of all submitted work."""
        project = project_of(request)
        terms: dict[str, Any] = read_body(request, StudyReleaseRequest)
        rule = terms.pop("paraphrases", None)
        thresholds = Thresholds(**rule) if rule else PAPER
        job = request_release(user=person(request), project=project, thresholds=thresholds, **terms)
        return Response(JobDetail(job).data, status=202)
