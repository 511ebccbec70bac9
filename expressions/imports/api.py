"""Shapes of the API for importing text in two steps: a preview, then the import."""

from typing import Any

from rest_framework import serializers

from annotation_site.previews.api import ImportApi, UploadIds
from annotation_site.projects.models import Project
from annotation_site.web.api.requests import JobRequest
from expressions.imports.services import FORMATS, PASSAGES, USES
from expressions.passages.cutting import FEWEST_WORDS, MOST_WORDS, USUAL_WORDS


class PassagePreviewRequest(JobRequest):
    """The files to preview, and what they are."""

    uploads = UploadIds(most=PASSAGES.most_files)
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


class PassageApi(ImportApi):
    """Text with or without readings."""

    kinds = (Project.Kind.EXPRESSIONS,)
    imports = (PASSAGES,)
    address, routes = "passage-imports", ("passage-imports", "passage-import-confirm")
    operations = ("passage_preview", "passage_import")
    preview_request, confirm_request = PassagePreviewRequest, PassageConfirmRequest
