"""Shapes of the API for importing compounds or raw ratings in two steps: a preview, then the import."""

from typing import Any

from rest_framework import serializers

from annotation_site.phrases.span_units import UNITS
from annotation_site.previews import api as base
from annotation_site.previews.api import ImportApi
from annotation_site.previews.kinds import ImportKind
from annotation_site.projects.models import Project
from annotation_site.web.api.requests import JobRequest
from idiomaticity.compounds.labels import LONGEST_LABEL
from idiomaticity.imports.services import COMPOUND_IMPORT, LONGEST_CORRECTION, RATING_IMPORT
from idiomaticity.ratings.scores import CLASSES


class StudyPreviewRequest(base.TableRequest, JobRequest):
    """The files to preview, and their contents."""

    content = serializers.ChoiceField(choices=["compounds", "ratings"])
    uploads = base.UploadIds(most=COMPOUND_IMPORT.most_files)
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


class StudyApi(ImportApi):
    """Compounds, or the ratings of a finished study."""

    kinds = (Project.Kind.IDIOMATICITY,)
    imports = (COMPOUND_IMPORT, RATING_IMPORT)
    address, routes = "study-imports", ("study-imports", "study-import-confirm")
    operations = ("study_preview", "study_import")
    preview_request, confirm_request = StudyPreviewRequest, StudyConfirmRequest

    @classmethod
    def read_body(cls, project: Project, body: dict[str, Any]) -> tuple[ImportKind[Any], dict[str, Any]]:
        options = base.take_reading(body)
        if options.pop("content") == "compounds":
            return COMPOUND_IMPORT, options
        return RATING_IMPORT, {name: options[name] for name in ("uploads", "request_id", "reading", "columns")}
