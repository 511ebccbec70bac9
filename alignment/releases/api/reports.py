"""Reports on releases of word alignment: the datasheet, and what changed since another one."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.projects.access import admits
from alignment.releases.datasheet import make_datasheet
from alignment.releases.services import request_release_difference
from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_see_results
from annotation_site.releases.api.releases import fetch_release
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body


class DatasheetTable(serializers.Serializer[Any]):
    """A table; the first column names the rows."""

    caption = serializers.CharField()
    header = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField(child=serializers.JSONField()))


class DatasheetSection(serializers.Serializer[Any]):
    """A section of a datasheet."""

    title = serializers.CharField()
    facts = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    tables = DatasheetTable(many=True)
    notes = serializers.ListField(child=serializers.CharField())
    commands = serializers.ListField(child=serializers.CharField())


class DatasheetDetail(serializers.Serializer[Any]):
    """A release in the words and tables of its datasheet."""

    title = serializers.CharField()
    note = serializers.CharField()
    sections = DatasheetSection(many=True)


class DatasheetView(APIView):
    """The datasheet of a release."""

    @describe("release_datasheet", answers={200: DatasheetDetail})
    @admits(can_see_results)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get the datasheet, with the same content as DATASHEET.md in the archive."""
        sheet = make_datasheet(fetch_release(request, number).manifest)
        return Response(DatasheetDetail(sheet).data)


class ChangesRequest(serializers.Serializer[Any]):
    """The release to compare with."""

    since = serializers.IntegerField(min_value=1)


class ChangesView(APIView):
    """Changes since another release."""

    @describe("release_changes", request=ChangesRequest, answers={202: JobDetail})
    @admits(can_see_results)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Start a job that compares the two releases; its result is the difference. Repeating it gives the same job."""
        after = fetch_release(request, number)
        before = fetch_release(request, read_body(request, ChangesRequest)["since"])
        job = request_release_difference(user=person(request), project=after.project, before=before, after=after)
        return Response(JobDetail(job).data, status=202)
