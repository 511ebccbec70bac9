"""Importing finished annotation in two steps: a preview, then the import."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from alignment.formats.link_files import BASES, DETECT, FORMAT_CHOICES
from alignment.imported_annotation.jobs.staging import MOST_READERS
from alignment.imported_annotation.services import (
    MOST_FILES,
    MOST_NAME,
    ImportedAnnotator,
    confirm_readings_import,
    request_readings_preview,
)
from alignment.projects.access import admits
from annotation_site.jobs.api import JobDetail
from annotation_site.previews import api as base
from annotation_site.projects.abilities import can_manage
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person
from annotation_site.web.names import NameInBodyField


class ReadingsRequest(JobRequest):
    """The files to preview: one per annotator, or one that names several."""

    uploads = base.UploadIds(most=MOST_FILES)
    format = serializers.ChoiceField(choices=FORMAT_CHOICES, default=DETECT)
    base = serializers.ChoiceField(choices=BASES, default=DETECT)
    is_reversed = serializers.BooleanField(default=False, help_text="Links are written target–source.")


class Annotator(serializers.Serializer[Any]):
    """The annotator of a reader's work: a member, or a new person who cannot sign in."""

    name = NameInBodyField(max_length=MOST_NAME, allow_blank=True, default="")
    member = serializers.IntegerField(min_value=1, max_value=2**63 - 1, allow_null=True, default=None)


class ReadingsConfirmRequest(serializers.Serializer[Any]):
    """The annotators of the readers, in the order of `readers` in the preview's result."""

    annotators = serializers.ListField(child=Annotator(), min_length=1, max_length=MOST_READERS)
    leave_out_rejected = serializers.BooleanField(default=False)
    accept_identical = serializers.BooleanField(
        default=False, help_text="Import readers with the same links, which the preview lists under `twins`."
    )


class ReadingsView(base.PreviewView):
    """Requesting a preview."""

    @describe("readings_preview", request=ReadingsRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Preview the files by a job, whose result lists the annotators in them."""
        project, body = self.read(request, ReadingsRequest)
        layout = body.pop("format")
        return self.answer(
            request_readings_preview(user=person(request), project=project, alignment_format=layout, **body)
        )


class ReadingsConfirmView(base.PreviewView):
    """Confirming a preview."""

    @describe("readings_confirm", request=ReadingsConfirmRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Import the previewed readings by a job; one preview gives one import."""
        body = self.read_confirmation(request, pk, ReadingsConfirmRequest)
        annotators = [ImportedAnnotator(**annotator) for annotator in body.pop("annotators")]
        return self.answer(confirm_readings_import(**body, annotators=annotators))
