"""Taking in what was annotated elsewhere, in two steps: a preview of what would come, then the import."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.imported_annotation.files import CAMPAIGN_FORMATS
from alignment.imported_annotation.services import (
    MOST_FILES,
    MOST_NAME,
    ImportedAnnotator,
    confirm_readings_import,
    request_readings_preview,
)
from alignment.imported_annotation.staging import MOST_READERS
from alignment.projects.access import open_project
from annotation_site.jobs.api import JobDetail
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import find_uploads
from annotation_site.projects.abilities import can_manage
from annotation_site.web.api import person, read_body
from annotation_site.web.openapi import describe


class ReadingsRequest(serializers.Serializer[Any]):
    """Which files to look at: one for each annotator, or one that names several."""

    request_id = serializers.UUIDField(help_text="Made anew for every request; the same one again gives the same job.")
    uploads = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), min_length=1, max_length=MOST_FILES
    )
    format = serializers.ChoiceField(choices=CAMPAIGN_FORMATS)
    is_reversed = serializers.BooleanField(default=False, help_text="The files give target–source.")


class Annotator(serializers.Serializer[Any]):
    """Whose work a reader's is: a member's, or that of somebody new, who cannot sign in."""

    name = serializers.CharField(max_length=MOST_NAME, allow_blank=True, default="")
    member = serializers.IntegerField(min_value=1, max_value=2**63 - 1, allow_null=True, default=None)


class ReadingsConfirmRequest(serializers.Serializer[Any]):
    """Who the readers are, in the order of `readers` in the preview's result."""

    annotators = serializers.ListField(child=Annotator(), min_length=1, max_length=MOST_READERS)
    leave_out_rejected = serializers.BooleanField(default=False)


class ReadingsView(APIView):
    """Asking for a preview."""

    @describe("readings_preview", request=ReadingsRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str) -> Response:
        """Queue a look at the files; the job's result says whose readings they hold."""
        project = open_project(person(request), slug, can_manage)
        wanted = read_body(request, ReadingsRequest)
        uploads = find_uploads(project, wanted.pop("uploads"))
        job = request_readings_preview(
            user=person(request), project=project, uploads=uploads, alignment_format=wanted.pop("format"), **wanted
        )
        return Response(JobDetail(job).data, status=202)


class ReadingsConfirmView(APIView):
    """Confirming a preview."""

    @describe("readings_confirm", request=ReadingsConfirmRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue the taking in of what was previewed; one preview gives one import."""
        project = open_project(person(request), slug, can_manage)
        preview = get_object_or_404(Job.objects.for_user(person(request)).filter(project=project), pk=pk)
        wanted = read_body(request, ReadingsConfirmRequest)
        job = confirm_readings_import(
            user=person(request),
            project=project,
            preview=preview,
            annotators=[ImportedAnnotator(**annotator) for annotator in wanted["annotators"]],
            leave_out_rejected=wanted["leave_out_rejected"],
        )
        return Response(JobDetail(job).data, status=202)
