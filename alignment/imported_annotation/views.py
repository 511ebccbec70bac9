"""Pages that import finished annotation: its files and their annotators."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from alignment.imported_annotation.forms import FORMATS, AnnotatorsForm, CampaignForm
from alignment.imported_annotation.services import PREVIEW, confirm_readings_import, request_readings_preview
from alignment.projects.access import describe_project, open_project
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.navigation import project_context


class ReadingsPages(PreviewPages):
    """Files of readings; confirming a preview means naming the annotators."""

    open_project = staticmethod(open_project)
    previews = (PREVIEW,)
    route = "alignment:readings_preview"
    upload_template, upload_name = "alignment/imported_annotation/readings.html", "Imported annotation"
    preview_template, preview_name = "alignment/imported_annotation/readings_preview.html", "Preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return {**project_context(user, project, "alignment:import"), **describe_project(project)}

    def upload_form(self, user: User, project: Project, *data: Any, **options: Any) -> CampaignForm:
        return CampaignForm(*data, **options)

    def request_preview(self, user: User, project: Project, form: CampaignForm, keep: Keep) -> Job:
        fields = dict(form.cleaned_data)
        uploads = [keep(file) for file in fields.pop("reading_files")]
        return request_readings_preview(user=user, project=project, uploads=uploads, **fields)

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> AnnotatorsForm:
        members = Membership.objects.active().filter(project=project, role=Role.ANNOTATOR).select_related("user")
        return AnnotatorsForm(data, readers=preview.result.get("readers", []), members=members.order_by("pk"))

    def request_import(self, user: User, project: Project, preview: Job, form: AnnotatorsForm) -> Job:
        return confirm_readings_import(
            user=user,
            project=project,
            preview=preview,
            annotators=form.annotators(),
            leave_out_rejected=form.cleaned_data["leave_out_rejected"],
        )

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        return {"format_label": FORMATS[preview.parameters["format"]][0]}


pages = ReadingsPages()
