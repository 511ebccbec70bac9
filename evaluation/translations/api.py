"""API for system outputs of a test set."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.jobs.api import FileView, JobDetail
from annotation_site.previews.api import ColumnsField, TableRequest, take_reading
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.parsers import refuse_unstorable
from annotation_site.web.api.views import person, read_body
from annotation_site.web.names import LONGEST_NAME, NameInBodyField
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import ColumnName, fetch_test_set
from evaluation.test_sets.files import MOST_SYSTEMS
from evaluation.translations.files import KEEP_BLANK, SKIP_BLANK
from evaluation.translations.services import add_translations


@extend_schema_field(
    {
        "oneOf": [
            {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
            {"type": "array", "items": {"type": "string"}},
        ],
    }
)
class OutputColumnsField(ColumnsField):
    """The columns of a table by content, as JSON; or only the names of those with outputs, one or more."""

    def get_value(self, dictionary: Any) -> Any:
        values = dictionary.getlist(self.field_name) if hasattr(dictionary, "getlist") else ()
        if values and not str(values[0]).lstrip().startswith("{"):
            return list(values)
        return super().get_value(dictionary)

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, list):
            return super().to_internal_value(data)
        return serializers.ListField(child=ColumnName(), max_length=MOST_SYSTEMS).run_validation(data)


class TranslationsFile(TableRequest):
    """A line per segment under one name; CoNLL-U (.conllu), with the words, lemmas and parts of speech that TESLA-M
    then compares; or a table with a column for each system, or a row for each translation.

    Several files are runs of the system `name`, or without it systems named as the files are.
    """

    file = serializers.ListField(
        child=serializers.FileField(max_length=255, allow_empty_file=True),
        min_length=1,
        max_length=MOST_SYSTEMS,
        help_text="One or more, under the same key.",
    )
    name = NameInBodyField(max_length=LONGEST_NAME, default="", allow_blank=True)
    pattern = serializers.CharField(
        max_length=LONGEST_NAME,
        default="",
        allow_blank=True,
        help_text="Such as {system}.seed{run}: files or columns whose names follow it are runs of the system named.",
    )
    columns = OutputColumnsField()
    whole_source = serializers.FileField(
        max_length=255, required=False, help_text="Source of the whole text, if the file has a line for each of its."
    )
    replaces = serializers.BooleanField(
        default=False, help_text="Delete the translations that exist; `deletions` lists them."
    )
    shortens_names = serializers.BooleanField(
        default=False,
        help_text="Keep of the names of several systems the part in which they differ: DLUT of x.en-ja.DLUT.",
    )
    blank_lines = serializers.ChoiceField(
        choices=[KEEP_BLANK, SKIP_BLANK],
        default=KEEP_BLANK,
        help_text="Blank lines inside a file are empty outputs, or belong to no segment.",
    )


class TranslationsView(FileView):
    """System outputs of a test set."""

    @describe("translations_create", request={"multipart/form-data": TranslationsFile}, answers={202: JobDetail})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Upload system outputs; the job's result has the segments without one."""
        project = project_of(request)
        body = take_reading(read_body(request, TranslationsFile))
        files = [(file.name, file) for file in body.pop("file")]
        refuse_unstorable([name for name, _ in files])
        test_set = fetch_test_set(request, pk)
        job = add_translations(user=person(request), project=project, test_set=test_set, files=files, **body)
        return Response(JobDetail(job).data, status=202)
