"""The API of previews: requests name uploads by number, and answers are jobs."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail, require_job
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import find_uploads
from annotation_site.previews.kinds import ImportKind
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.tables.columns import read_assignment
from annotation_site.web.api.openapi import describe
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
        "additionalProperties": {
            "oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
        },
    }
)
class ColumnsField(serializers.JSONField):
    """The columns of a table by content; proposed by their names if empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            default=dict,
            help_text="Column by content, or a list of columns: all by which the table is read. Proposed by their "
            "names if omitted.",
            **options,
        )

    def to_internal_value(self, data: Any) -> dict[str, list[str]]:
        try:
            return read_assignment(super().to_internal_value(data))
        except ValueError as fault:
            raise serializers.ValidationError(str(fault)) from fault


class TableRequest(serializers.Serializer[Any]):
    """Settings by which a table is read, where they are not recognised."""

    encoding = serializers.CharField(max_length=40, allow_blank=True, default="", help_text="Detected if omitted.")
    separator = serializers.CharField(
        max_length=1, trim_whitespace=False, allow_blank=True, default="", help_text="Detected if omitted."
    )
    sheet = serializers.CharField(
        max_length=200, allow_blank=True, default="", help_text="Of a workbook; the first with rows if omitted."
    )
    header = serializers.ChoiceField(
        choices=["", "yes", "no"], default="", help_text="Whether the first row names the columns; detected if omitted."
    )


def take_reading(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of a request with how its table is read as one argument."""
    reading = {name: body[name] for name in ("encoding", "separator", "sheet", "header")}
    return {**{name: value for name, value in body.items() if name not in reading}, "reading": reading}


class PreviewView(APIView):
    """A view that requests or confirms a preview."""

    def read(self, request: Request, body: type[serializers.Serializer[Any]]) -> tuple[Project, dict[str, Any]]:
        """Return the project and the arguments of the preview, with the uploads that it names."""
        project = project_of(request)
        wanted = read_body(request, body)
        if "uploads" in wanted:
            wanted["uploads"] = find_uploads(project, wanted["uploads"])
        return project, wanted

    def read_confirmation(
        self, request: Request, pk: int, body: type[serializers.Serializer[Any]] | None
    ) -> dict[str, Any]:
        """Return the arguments that confirm a preview of the project."""
        project = project_of(request)
        preview = require_job(person(request), project, pk)
        known = {"user": person(request), "project": project, "preview": preview}
        return {**known, **(read_body(request, body) if body else {})}

    @staticmethod
    def answer(job: Job) -> Response:
        """Return the job that was queued."""
        return Response(JobDetail(job).data, status=202)


class ImportApi:
    """An import in the API, as a kind declares it."""

    kinds: ClassVar[Collection[str]] = ()
    imports: ClassVar[tuple[ImportKind[Any], ...]]
    # Below the project's; the names of the two routes, and of their operations.
    address: ClassVar[str]
    routes: ClassVar[tuple[str, str]]
    operations: ClassVar[tuple[str, str]]
    preview_request: ClassVar[type[serializers.Serializer[Any]]]
    confirm_request: ClassVar[type[serializers.Serializer[Any]] | None] = None

    @classmethod
    def read_body(cls, project: Project, body: dict[str, Any]) -> tuple[ImportKind[Any], dict[str, Any]]:
        """Return the import that a valid body asks for, and its uploads and options."""
        return cls.imports[0], body

    @classmethod
    def read_terms(cls, body: dict[str, Any]) -> dict[str, Any]:
        """Return the terms on which a valid body confirms."""
        return body


def make_preview_view(declared: type[ImportApi]) -> type[APIView]:
    """Return the view that asks for a preview."""

    class ImportsView(PreviewView):
        """Asking for a preview."""

        @describe(declared.operations[0], request=declared.preview_request, answers={202: JobDetail})
        @admits(can_manage, kinds=declared.kinds)
        def post(self, request: Request, slug: str) -> Response:
            """Preview uploaded files by a job, whose result says what an import would bring."""
            project, body = self.read(request, declared.preview_request)
            imported, options = declared.read_body(project, body)
            return self.answer(imported.request_preview(user=person(request), project=project, **options))

    return ImportsView


def make_confirm_view(declared: type[ImportApi]) -> type[APIView]:
    """Return the view that confirms a preview."""

    class ImportConfirmView(PreviewView):
        """Confirming a preview."""

        @describe(declared.operations[1], request=declared.confirm_request, answers={202: JobDetail}, conflicts=True)
        @admits(can_manage, kinds=declared.kinds)
        def post(self, request: Request, slug: str, pk: int) -> Response:
            """Import a preview by a job; one preview gives one import."""
            known = self.read_confirmation(request, pk, declared.confirm_request)
            by_kind = {imported.preview.kind: imported for imported in declared.imports}
            imported = by_kind.get(known["preview"].kind, declared.imports[0])
            named = {name: known.pop(name) for name in ("user", "project", "preview")}
            return self.answer(imported.confirm_import(**named, **declared.read_terms(known)))

    return ImportConfirmView
