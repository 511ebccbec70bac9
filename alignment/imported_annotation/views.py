"""Pages that import finished annotation: its files and their annotators."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import QueryDict

from alignment.formats import ALIGNMENT_FORMATS, DETECT
from alignment.imported_annotation.forms import AgainForm, AnnotatorsForm, ReadingsForm
from alignment.imported_annotation.services import (
    PREVIEW,
    confirm_readings_import,
    describe_alike_names,
    describe_twins,
    request_readings_preview,
)
from alignment.projects.access import describe_project
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep, find_uploads
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.navigation import project_context


class ReadingsPages(PreviewPages):
    """Files of readings; confirming a preview means naming the annotators."""

    kinds = (Project.Kind.ALIGNMENT,)
    previews = (PREVIEW,)
    route = "alignment:readings_preview"
    upload_template, upload_name = "alignment/imported_annotation/readings.html", "Imported annotation"
    preview_template, preview_name = "alignment/imported_annotation/readings_preview.html", "Preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return {**project_context(user, project, "alignment:import"), **describe_project(project)}

    def upload_form(self, user: User, project: Project, *data: Any, **options: Any) -> ReadingsForm:
        return ReadingsForm(*data, **options)

    def request_preview(self, user: User, project: Project, form: ReadingsForm, keep: Keep) -> Job:
        fields = dict(form.cleaned_data)
        uploads = [keep(file) for file in fields.pop("reading_files")]
        return request_readings_preview(user=user, project=project, uploads=uploads, **fields)

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> AnnotatorsForm:
        members = Membership.objects.active().filter(project=project, role=Role.ANNOTATOR).select_related("user")
        return AnnotatorsForm(data, readers=preview.result.get("readers", []), members=list(members.order_by("pk")))

    def request_import(self, user: User, project: Project, preview: Job, form: AnnotatorsForm) -> Job:
        return confirm_readings_import(
            user=user,
            project=project,
            preview=preview,
            annotators=form.annotators(),
            leave_out_rejected=form.cleaned_data["leave_out_rejected"],
            accept_identical=form.cleaned_data["accept_identical"],
        )

    def again_form(self, project: Project, preview: Job, data: QueryDict) -> AgainForm:
        return AgainForm(data, auto_id="again_%s")

    def read_again(self, user: User, project: Project, preview: Job, form: AgainForm) -> Job:
        uploads = find_uploads(project, preview.parameters["uploads"])
        return request_readings_preview(user=user, project=project, uploads=uploads, **form.cleaned_data)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        result, parameters = shown["result"], preview.parameters
        formats = result.get("formats", [])
        context: dict[str, Any] = {
            "twins": [describe_twins(twins) for twins in result.get("twins", [])],
            "alike_names": [describe_alike_names(names) for names in result.get("alike_names", [])],
            "others": [
                {**detected, "file": file["name"]}
                for detected, file in zip(formats, result.get("files", []), strict=True)
                if detected["looks_like"]
            ],
            "caveats": list(
                dict.fromkeys(filter(None, (ALIGNMENT_FORMATS[detected["name"]].caveat for detected in formats)))
            ),
            "rows": [(row, formats[row["reader"]["upload"]]) for row in shown["form"].rows] if result else [],
        }
        if preview.is_finished and shown["imported"] is None and preview.uploads.exists():
            names = [detected["looks_like"] or detected["name"] for detected in formats] or [DETECT]
            initial = {
                **parameters,
                "alignment_format": names[0] if len(set(names)) == 1 else DETECT,
                "request_id": uuid4(),
            }
            context["again"] = shown["again"] or AgainForm(initial=initial, auto_id="again_%s")
        return context


pages = ReadingsPages()
