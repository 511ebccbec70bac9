"""Asking for a release of a word alignment project."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from alignment.services.releases import request_release
from annotation_site.projects.api import releases
from annotation_site.projects.api.base import MANAGER, fetch_project, person, read_body
from annotation_site.projects.api.jobs import JobDetail
from annotation_site.projects.api.schema import describe


class ReleaseRequest(serializers.Serializer[Any]):
    """A release to be built."""

    request_id = serializers.UUIDField(help_text="Made anew for every request; the same one again gives the same job.")
    note = serializers.CharField(max_length=300, allow_blank=True, default="")


class ReleasesView(releases.ReleasesView):
    """Releases, and asking for one."""

    @describe("release_create", request=ReleaseRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str) -> Response:
        """Queue a release of every pair that has all its readings."""
        project = fetch_project(request, slug, *MANAGER)
        job = request_release(user=person(request), project=project, **read_body(request, ReleaseRequest))
        return Response(JobDetail(job).data, status=202)
