"""Importing a parallel text in two steps: a preview, then the import."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from alignment.formats import DETECT
from alignment.imports.services import (
    MOST_TARGET_WORDS,
    REPEATED_IDS,
    TEXT_FORMATS,
    TOKEN_CHOICES,
    confirm_import,
    request_import_preview,
)
from alignment.projects.access import admits
from annotation_site.jobs.api import JobDetail
from annotation_site.previews import api as base
from annotation_site.projects.abilities import can_manage
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person


class Word(serializers.CharField):
    """A target word."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=200, **options)


class TokensField(serializers.ChoiceField):
    """The tokenisation of a text without tokens of its own."""

    def __init__(self) -> None:
        super().__init__(
            choices=TOKEN_CHOICES,
            default=DETECT,
            help_text="spaces: the text is tokenised; words: by the rules of the language; detect: words where "
            "punctuation ends words, else spaces, for each side.",
        )


class PreviewRequest(base.TableRequest, JobRequest):
    """The files to preview, and how to read them."""

    uploads = base.UploadIds(most=2)
    columns = base.ColumnsField()
    format = serializers.ChoiceField(choices=TEXT_FORMATS, default=DETECT)
    tokens = TokensField()
    is_reversed = serializers.BooleanField(default=False, help_text="The target language comes first in the files.")
    file_source_language = serializers.CharField(
        max_length=60,
        allow_blank=True,
        default="",
        help_text="Tag of the source in a TMX file of several languages, as the file writes it.",
    )
    file_target_language = serializers.CharField(
        max_length=60, allow_blank=True, default="", help_text="The same for the target."
    )
    source_words = serializers.ListField(child=Word(), max_length=MOST_TARGET_WORDS, default=list)
    target_words = serializers.ListField(child=Word(), max_length=MOST_TARGET_WORDS, default=list)


class ConfirmRequest(serializers.Serializer[Any]):
    """Permission to skip rows that cannot be read, and pairs that the project has."""

    leave_out_rejected = serializers.BooleanField(default=False)
    only_new = serializers.BooleanField(default=False, help_text="Leave out pairs that are in the project already.")
    repeated_ids = serializers.ChoiceField(
        choices=REPEATED_IDS,
        allow_blank=True,
        default="",
        help_text="What to do with pairs whose ID an earlier pair has; required if there are any.",
    )


class ImportsView(base.PreviewView):
    """Requesting a preview."""

    @describe("import_preview", request=PreviewRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Preview a text by a job, whose result describes the import."""
        project, body = self.read(request, PreviewRequest)
        text_format = body.pop("format")
        return self.answer(
            request_import_preview(user=person(request), project=project, text_format=text_format, **body)
        )


class ImportConfirmView(base.PreviewView):
    """Confirming a preview."""

    @describe("import_confirm", request=ConfirmRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Import a previewed text by a job; one preview gives one import."""
        return self.answer(confirm_import(**self.read_confirmation(request, pk, ConfirmRequest)))
