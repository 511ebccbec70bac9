"""Taking in what was annotated elsewhere, in two steps: a preview of what would come, then the import."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from alignment.imported_annotation.files import CAMPAIGN_FORMATS
from alignment.imported_annotation.jobs.staging import MOST_READERS
from alignment.imported_annotation.services import (
    MOST_FILES,
    MOST_NAME,
    ImportedAnnotator,
    confirm_readings_import,
    request_readings_preview,
)
from alignment.projects.access import open_project
from annotation_site.jobs.api import JobDetail
from annotation_site.previews import api as base
from annotation_site.web.api import person
from annotation_site.web.openapi import describe


class ReadingsRequest(base.PreviewRequest):
    """Which files to look at: one for each annotator, or one that names several."""

    uploads = base.UploadIds(most=MOST_FILES)
    format = serializers.ChoiceField(choices=CAMPAIGN_FORMATS)
    is_reversed = serializers.BooleanField(default=False, help_text="Links are written target–source.")


class Annotator(serializers.Serializer[Any]):
    """Whose work a reader's is: a member's, or that of somebody new, who cannot sign in."""

    name = serializers.CharField(max_length=MOST_NAME, allow_blank=True, default="")
    member = serializers.IntegerField(min_value=1, max_value=2**63 - 1, allow_null=True, default=None)


class ReadingsConfirmRequest(serializers.Serializer[Any]):
    """Who the readers are, in the order of `readers` in the preview's result."""

    annotators = serializers.ListField(child=Annotator(), min_length=1, max_length=MOST_READERS)
    leave_out_rejected = serializers.BooleanField(default=False)


class ReadingsView(base.PreviewView):
    """Asking for a preview."""

    open_project = staticmethod(open_project)

    @describe("readings_preview", request=ReadingsRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str) -> Response:
        """Queue a look at the files; the job's result says whose readings they hold."""
        project, wanted = self.read(request, slug, ReadingsRequest)
        layout = wanted.pop("format")
        return self.answer(
            request_readings_preview(user=person(request), project=project, alignment_format=layout, **wanted)
        )


class ReadingsConfirmView(base.PreviewView):
    """Confirming a preview."""

    open_project = staticmethod(open_project)

    @describe("readings_confirm", request=ReadingsConfirmRequest, answers={202: JobDetail})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue the taking in of what was previewed; one preview gives one import."""
        wanted = self.read_confirmation(request, slug, pk, ReadingsConfirmRequest)
        annotators = [ImportedAnnotator(**annotator) for annotator in wanted.pop("annotators")]
        return self.answer(confirm_readings_import(**wanted, annotators=annotators))
