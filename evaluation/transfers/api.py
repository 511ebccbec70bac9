"""API for transferring accepted hits: their destination, and the preview of their import."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail, require_job
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits, open_project, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person, read_body
from annotation_site.web.names import LONGEST_NAME, NameInBodyField
from evaluation.finding.api.finding import fetch_finding
from evaluation.transfers.services import KINDS, TOKEN_METHODS, preview_transfer, request_transfer

USES = tuple(KINDS)


class TransferRequest(JobRequest):
    """The project that the accepted hits go to, and their use there."""

    use = serializers.ChoiceField(choices=USES)
    project = serializers.SlugField(max_length=60, help_text="A project that you manage, in the languages of the text.")
    name = NameInBodyField(max_length=LONGEST_NAME, default="", allow_blank=True, help_text="Name of the test set.")
    tokens = serializers.ChoiceField(
        choices=sorted(TOKEN_METHODS), default="spaces", help_text="For word alignment projects."
    )


class TransfersView(APIView):
    """Transfers of accepted hits."""

    @describe("finding_transfer", request=TransferRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Start a transfer in the project that receives the hits; the job's result has the test set or the upload."""
        body = read_body(request, TransferRequest)
        job = request_transfer(
            user=person(request),
            finding=fetch_finding(request, pk),
            project=open_project(person(request), body.pop("project"), can_manage),
            **body,
        )
        return Response(JobDetail(job).data, status=202)


class TransferPreviewView(APIView):
    """Previews of transferred hits."""

    @describe("transfer_preview", request=None, answers={202: JobDetail}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Start the project's own import preview of the hits; confirm it like any other."""
        project = project_of(request)
        job = require_job(person(request), project, pk)
        return Response(JobDetail(preview_transfer(user=person(request), project=project, job=job)).data, status=202)
