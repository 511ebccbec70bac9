"""Releases of a project, for its managers and adjudicators."""

from typing import Any

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_release, can_see_results
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.kinds import find_kind, list_kinds
from annotation_site.releases.models import Release
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.web.exceptions import DomainError


class ReleaseRow(serializers.ModelSerializer[Release]):
    """A release in a list."""

    doi = serializers.CharField(help_text="Empty unless a repository published it.")

    class Meta:
        model = Release
        fields = ("number", "note", "file_name", "size", "sha256", "doi", "created_at")


class ReleaseDetail(serializers.ModelSerializer[Release]):
    """A release with its manifest."""

    manifest = serializers.DictField()

    class Meta:
        model = Release
        fields = (*ReleaseRow.Meta.fields, "manifest")


def _list_requests() -> list[type[serializers.Serializer[Any]]]:
    return [kind.release_serializer for kind in list_kinds()]


RELEASE_REQUEST = PolymorphicProxySerializer(
    component_name="AnyReleaseRequest", serializers=_list_requests, resource_type_field_name=None
)


class ReleasesView(PagedView):
    """Releases, and requesting one."""

    serializer_class = ReleaseRow

    @describe("releases_list", answers={200: ReleaseRow(many=True)})
    @admits(can_see_results)
    def get(self, request: Request, slug: str) -> Response:
        """List releases, newest first."""
        project = project_of(request)
        releases = Release.objects.for_user(person(request)).filter(project=project).select_related("deposit")
        return self.answer_page(releases.defer("manifest"))

    @describe("release_create", request=RELEASE_REQUEST, answers={202: JobDetail})
    @admits(can_release)
    def post(self, request: Request, slug: str) -> Response:
        """Queue a release: of all gold pairs, of a study's submitted work, or of a test set with outputs and scores."""
        project = project_of(request)
        kind = find_kind(project.kind)
        job = kind.request_release(person(request), project, **read_body(request, kind.release_serializer))
        return Response(JobDetail(job).data, status=202)


class ReleaseView(APIView):
    """One release."""

    @describe("release_detail", answers={200: ReleaseDetail})
    @admits(can_see_results)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get its manifest and SHA-256."""
        return Response(ReleaseDetail(fetch_release(request, number)).data)


class FileOrJson(BaseContentNegotiation):
    """Content negotiation that always sends the file; only refusals are rendered, as JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return no parser: there is no body."""
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """Return the only renderer."""
        return renderers[0], renderers[0].media_type


class ReleaseDownloadView(APIView):
    """The archive of a release."""

    content_negotiation_class = FileOrJson

    @describe("release_download", answers={(200, "application/zip"): OpenApiTypes.BINARY})
    @admits(can_see_results)
    def get(self, request: Request, slug: str, number: int) -> FileResponse:
        """Send the archive as an attachment."""
        release = fetch_release(request, number)
        try:
            file = release.file.open("rb")
        except FileNotFoundError as error:
            raise DomainError(
                "The file of this release is missing from storage. Contact the operator of this site."
            ) from error
        return FileResponse(file, as_attachment=True, filename=release.file_name, content_type="application/zip")


def fetch_release(request: Request, number: int) -> Release:
    """Return a release of the project, which the person may see."""
    release: Release = get_object_or_404(
        Release.objects.for_user(person(request)).filter(project=project_of(request)).select_related("deposit"),
        number=number,
    )
    return release
