"""Alignments of translations and references through the API."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from alignment.formats.link_files import BASES, DETECT, FORMAT_CHOICES
from annotation_site.jobs.api import FileView, JobDetail
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.parsers import refuse_unstorable
from annotation_site.web.api.views import person, read_body
from annotation_site.web.exceptions import DomainError
from evaluation.alignments.services import add_alignment, add_released_alignment
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import fetch_test_set, find_release


class AlignmentFile(serializers.Serializer[Any]):
    """Links between the source and a system's translations, or the first reference if no system is named.

    Tokens are separated by spaces unless files of tokens are given.
    """

    file = serializers.FileField(max_length=255, allow_empty_file=True, required=False)
    release = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text="Instead of a file. Pairs are matched by their words.",
    )
    release_project = serializers.SlugField(max_length=60, default="", allow_blank=True)
    system = serializers.CharField(max_length=120, default="", allow_blank=True)
    format = serializers.ChoiceField(choices=FORMAT_CHOICES, default=DETECT)
    base = serializers.ChoiceField(choices=BASES, default=DETECT)
    is_reversed = serializers.BooleanField(default=False)
    source_tokens = serializers.FileField(max_length=255, required=False)
    target_tokens = serializers.FileField(max_length=255, required=False)


class AlignmentsView(FileView):
    """Alignments of a test set."""

    @describe("word_alignment_create", request={"multipart/form-data": AlignmentFile}, answers={202: JobDetail})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Upload an alignment; measures of aligned words need it."""
        project = project_of(request)
        body = read_body(request, AlignmentFile)
        for part in ("file", "source_tokens", "target_tokens"):
            if part in body:
                refuse_unstorable(body[part].name)
        test_set = fetch_test_set(request, pk)
        system, translations = body.pop("system"), test_set.translations.select_related("system")
        translation = get_object_or_404(translations, system__name=system) if system else None
        shared: dict[str, Any] = {
            "user": person(request),
            "project": project,
            "test_set": test_set,
            "translation": translation,
        }
        release = find_release(request, project, body.pop("release_project"), body.pop("release", None))
        if bool(release) == ("file" in body):
            raise DomainError("Send a file of links, or give a release.")
        if release:
            job = add_released_alignment(**shared, release=release)
        else:
            job = add_alignment(**shared, file_name=body["file"].name, alignment_format=body.pop("format"), **body)
        return Response(JobDetail(job).data, status=202)
