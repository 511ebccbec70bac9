"""API for importing compounds or raw ratings in two steps: a preview, then the import."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.jobs.api import JobDetail
from annotation_site.phrases.span_units import UNITS
from annotation_site.previews import api as base
from annotation_site.projects.abilities import can_manage
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person
from idiomaticity.compounds.labels import LONGEST_LABEL
from idiomaticity.imports.services import (
    LONGEST_CORRECTION,
    MOST_FILES,
    confirm_import,
    request_compound_preview,
    request_rating_preview,
)
from idiomaticity.projects.access import admits
from idiomaticity.ratings.scores import CLASSES


class StudyPreviewRequest(base.TableRequest, JobRequest):
    """The files to preview, and their contents."""

    content = serializers.ChoiceField(choices=["compounds", "ratings"])
    uploads = base.UploadIds(most=MOST_FILES)
    corrections = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_CORRECTION, allow_blank=True),
        default=dict,
        help_text="Words of compounds in their sentences, by the keys of an earlier preview.",
    )
    columns = base.ColumnsField()
    classes = serializers.DictField(
        child=serializers.ChoiceField(choices=list(CLASSES)),
        default=dict,
        help_text="C, PC or NC by the name that the file has for it.",
    )
    span_units = serializers.ChoiceField(
        choices=UNITS, required=False, help_text="What the numbers of spans count; code points if omitted."
    )
    labels = serializers.DictField(
        child=serializers.CharField(max_length=LONGEST_LABEL, allow_blank=True),
        default=dict,
        help_text="Label of an occurrence (idiomatic, literal, or another name) by the name that the file has for it; "
        "empty for none.",
    )
    classes_of = serializers.ChoiceField(
        choices=["compound", "occurrence"],
        allow_blank=True,
        default="",
        help_text="What the column of classes is about; if blank, the occurrence where a compound has several classes.",
    )
    rates_whole = serializers.BooleanField(
        default=False, help_text="Rate compounds whose head is unknown as a whole, instead of leaving them out."
    )


class StudyConfirmRequest(serializers.Serializer[Any]):
    """Confirmation of an import, with or without the rows that cannot be used."""

    leave_out = serializers.BooleanField(default=False)


class StudyImportsView(base.PreviewView):
    """Asking for a preview."""

    @describe("study_preview", request=StudyPreviewRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Start a preview of compounds or ratings; the job's result has the contents of the import."""
        project, body = self.read(request, StudyPreviewRequest)
        arguments = {"user": person(request), "project": project, **base.take_reading(body)}
        if arguments.pop("content") == "compounds":
            return self.answer(request_compound_preview(**arguments))
        for name in ("corrections", "classes", "labels", "classes_of", "rates_whole"):
            del arguments[name]
        arguments.pop("span_units", None)
        return self.answer(request_rating_preview(**arguments))


class StudyConfirmView(base.PreviewView):
    """Confirming a preview."""

    @describe("study_import", request=StudyConfirmRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Start the import of a preview; each preview can be imported once."""
        return self.answer(confirm_import(**self.read_confirmation(request, pk, StudyConfirmRequest)))
