"""API for importing text in two steps: a preview, then the import."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.jobs.api import JobDetail
from annotation_site.previews import api as base
from annotation_site.projects.abilities import can_manage
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person
from expressions.imports.services import FORMATS, MOST_FILES, USES, confirm_import, request_preview
from expressions.passages.cutting import FEWEST_WORDS, MOST_WORDS, USUAL_WORDS
from expressions.projects.access import admits


class PassagePreviewRequest(JobRequest):
    """The files to preview, and what they are."""

    uploads = base.UploadIds(most=MOST_FILES)
    use = serializers.ChoiceField(
        choices=USES,
        default="text",
        help_text="text: files follow each other, marks are left out; readings: a file for each annotator, all of the "
        "same text.",
    )
    format_name = serializers.ChoiceField(choices=["", *FORMATS], default="", help_text="Detected if omitted.")
    encoding = serializers.CharField(max_length=40, allow_blank=True, default="", help_text="Detected if omitted.")
    passage_words = serializers.IntegerField(min_value=FEWEST_WORDS, max_value=MOST_WORDS, default=USUAL_WORDS)


class PassageConfirmRequest(serializers.Serializer[Any]):
    """Confirmation of an import, with or without marks that the project cannot hold."""

    leave_out = serializers.BooleanField(default=False)


class PassageImportsView(base.PreviewView):
    """Asking for a preview."""

    @describe("passage_preview", request=PassagePreviewRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Start a preview of text; the job's result has the contents of the import."""
        project, body = self.read(request, PassagePreviewRequest)
        return self.answer(request_preview(user=person(request), project=project, **body))


class PassageConfirmView(base.PreviewView):
    """Confirming a preview."""

    @describe("passage_import", request=PassageConfirmRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Start the import of a preview; each preview can be imported once."""
        return self.answer(confirm_import(**self.read_confirmation(request, pk, PassageConfirmRequest)))
