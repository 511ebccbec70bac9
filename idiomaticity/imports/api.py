"""Bringing compounds or raw ratings in, in two steps: a preview of what would come, then the import."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import find_uploads
from annotation_site.projects.abilities import can_manage
from annotation_site.web.api import person, read_body
from annotation_site.web.exceptions import DomainError
from annotation_site.web.openapi import describe
from idiomaticity.imports.services import (
    LONGEST_CORRECTION,
    MOST_FILES,
    confirm_import,
    request_compound_preview,
    request_rating_preview,
)
from idiomaticity.projects.access import open_project


class StudyPreviewRequest(serializers.Serializer[Any]):
    """Which files to look at, and what they hold."""

    request_id = serializers.UUIDField(help_text="Made anew for every request; the same one again gives the same job.")
    content = serializers.ChoiceField(choices=["compounds", "ratings"])
    uploads = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), min_length=1, max_length=MOST_FILES
    )
    encoding = serializers.CharField(max_length=40, allow_blank=True, default="", help_text="Found out when left out.")
    corrections = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_CORRECTION, allow_blank=True),
        default=dict,
        help_text="By the keys of an earlier preview: the words in which a compound stands in its sentence.",
    )


class StudyConfirmRequest(serializers.Serializer[Any]):
    """Whether to go on without what cannot be used."""

    leave_out = serializers.BooleanField(default=False)


class StudyImportsView(APIView):
    """Asking for a preview."""

    @describe("study_preview", request=StudyPreviewRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str) -> Response:
        """Queue a look at compounds or ratings; the job's result says what an import would take in."""
        project = open_project(person(request), slug, can_manage)
        wanted = read_body(request, StudyPreviewRequest)
        uploads = find_uploads(project, wanted["uploads"])
        shared = {
            "user": person(request),
            "project": project,
            "request_id": wanted["request_id"],
            "encoding": wanted["encoding"],
        }
        if wanted["content"] == "compounds":
            job = request_compound_preview(**shared, uploads=uploads, corrections=wanted["corrections"])
        elif len(uploads) == 1:
            job = request_rating_preview(**shared, upload=uploads[0])
        else:
            raise DomainError("Ratings come in one file.")
        return Response(JobDetail(job).data, status=202)


class StudyConfirmView(APIView):
    """Confirming a preview."""

    @describe("study_import", request=StudyConfirmRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue the import of what was previewed; one preview gives one import."""
        project = open_project(person(request), slug, can_manage)
        preview = get_object_or_404(Job.objects.for_user(person(request)).filter(project=project), pk=pk)
        wanted = read_body(request, StudyConfirmRequest)
        job = confirm_import(user=person(request), project=project, preview=preview, **wanted)
        return Response(JobDetail(job).data, status=202)
