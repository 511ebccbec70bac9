"""Taking text in, in two steps: a preview of what would come, then the import."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.imports.services import (
    MOST_TARGET_WORDS,
    TEXT_FORMATS,
    TOKEN_METHODS,
    confirm_import,
    request_import_preview,
)
from alignment.projects.access import open_project
from annotation_site.jobs.api import JobDetail
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import find_uploads
from annotation_site.projects.abilities import can_manage
from annotation_site.web.api import person, read_body
from annotation_site.web.openapi import describe


class Word(serializers.CharField):
    """A target word."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=200, **options)


class PreviewRequest(serializers.Serializer[Any]):
    """Which files to look at, and how to read them."""

    request_id = serializers.UUIDField(help_text="Made anew for every request; the same one again gives the same job.")
    uploads = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), min_length=1, max_length=2
    )
    format = serializers.ChoiceField(choices=TEXT_FORMATS)
    tokens = serializers.ChoiceField(choices=sorted(TOKEN_METHODS))
    encoding = serializers.CharField(max_length=40, allow_blank=True, default="", help_text="Found out when left out.")
    source_words = serializers.ListField(child=Word(), max_length=MOST_TARGET_WORDS, default=list)
    target_words = serializers.ListField(child=Word(), max_length=MOST_TARGET_WORDS, default=list)


class ConfirmRequest(serializers.Serializer[Any]):
    """Whether to go on without the rows that cannot be read."""

    leave_out_rejected = serializers.BooleanField(default=False)


class ImportsView(APIView):
    """Asking for a preview."""

    @describe("import_preview", request=PreviewRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str) -> Response:
        """Queue a look at the text; the job's result says what an import would take in."""
        project = open_project(person(request), slug, can_manage)
        wanted = read_body(request, PreviewRequest)
        uploads = find_uploads(project, wanted.pop("uploads"))
        job = request_import_preview(
            user=person(request), project=project, uploads=uploads, text_format=wanted.pop("format"), **wanted
        )
        return Response(JobDetail(job).data, status=202)


class ImportConfirmView(APIView):
    """Confirming a preview."""

    @describe("import_confirm", request=ConfirmRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue the import of what was previewed; one preview gives one import."""
        project = open_project(person(request), slug, can_manage)
        preview = get_object_or_404(Job.objects.for_user(person(request)).filter(project=project), pk=pk)
        wanted = read_body(request, ConfirmRequest)
        job = confirm_import(user=person(request), project=project, preview=preview, **wanted)
        return Response(JobDetail(job).data, status=202)
