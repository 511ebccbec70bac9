"""The API of previews: requests name uploads by number, and answers are jobs."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail, require_job
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import find_uploads
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.tables.columns import read_assignment
from annotation_site.web.api.views import person, read_body


class UploadId(serializers.IntegerField):
    """The number of an upload."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=2**63 - 1, **options)


class UploadIds(serializers.ListField):
    """The numbers of one or more uploads."""

    def __init__(self, most: int) -> None:
        super().__init__(child=UploadId(), min_length=1, max_length=most)


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "example": {"source": "Deutsch", "target": "English"},
    }
)
class AssignmentField(serializers.JSONField):
    """The column, or the columns, of each content of a table."""

    def to_internal_value(self, data: Any) -> dict[str, list[str]]:
        """Return lists of columns by content."""
        try:
            return read_assignment(super().to_internal_value(data))
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from error


class TableRequest(serializers.Serializer[Any]):
    """How a table is read; what is omitted is detected."""

    columns = AssignmentField(default=dict, help_text="Of a table: the column or columns of each content.")
    sheet = serializers.CharField(max_length=200, allow_blank=True, default="", help_text="Of a workbook.")
    header = serializers.ChoiceField(
        choices=["yes", "no"], allow_blank=True, default="", help_text="Whether the first row names the columns."
    )
    separator = serializers.CharField(
        max_length=1, allow_blank=True, trim_whitespace=False, default="", help_text="Of a table in text."
    )


class PreviewView(APIView):
    """A view that requests or confirms a preview."""

    open_project: ClassVar[Callable[..., Project]]

    def read(
        self, request: Request, slug: str, body: type[serializers.Serializer[Any]]
    ) -> tuple[Project, dict[str, Any]]:
        """Return the project and the arguments of the preview, with the uploads that it names."""
        project = self.open_project(person(request), slug, can_manage)
        wanted = read_body(request, body)
        if "uploads" in wanted:
            wanted["uploads"] = find_uploads(project, wanted["uploads"])
        return project, wanted

    def read_confirmation(
        self, request: Request, slug: str, pk: int, body: type[serializers.Serializer[Any]] | None
    ) -> dict[str, Any]:
        """Return the arguments that confirm a preview of the project."""
        project = self.open_project(person(request), slug, can_manage)
        preview = require_job(person(request), project, pk)
        known = {"user": person(request), "project": project, "preview": preview}
        return {**known, **(read_body(request, body) if body else {})}

    @staticmethod
    def answer(job: Job) -> Response:
        """Return the job that was queued."""
        return Response(JobDetail(job).data, status=202)
