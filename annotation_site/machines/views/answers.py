"""Pages that import a machine's answers from a file."""

from typing import Any

from django import forms
from django.http import QueryDict

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep
from annotation_site.machines.forms import AnswersForm, ConfirmForm
from annotation_site.machines.kinds import find_tasks
from annotation_site.machines.models import Machine
from annotation_site.machines.services import PREVIEW, confirm_answers_import, request_answers_preview
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context


class AnswersPages(PreviewPages):
    """One file of answers of one machine."""

    previews = (PREVIEW,)
    route = "projects:machine_answers_preview"
    noun = "file"
    upload_template, upload_name = "machines/answers.html", "Answers of a machine"
    preview_template, preview_name = "machines/answers_preview.html", "Preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return {**project_context(user, project, "projects:members"), "example": find_tasks(project).example}

    def upload_form(self, user: User, project: Project, *data: Any, **options: Any) -> AnswersForm:
        return AnswersForm(*data, machines=Machine.objects.active().filter(project=project), **options)

    def request_preview(self, user: User, project: Project, form: AnswersForm, keep: Keep) -> Job:
        fields = dict(form.cleaned_data)
        return request_answers_preview(user=user, project=project, uploads=[keep(fields.pop("file"))], **fields)

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> forms.Form:
        return ConfirmForm(data)

    def request_import(self, user: User, project: Project, preview: Job, form: forms.Form) -> Job:
        return confirm_answers_import(user=user, project=project, preview=preview, **form.cleaned_data)

    def describe(self, project: Project, preview: Job, shown: Any) -> dict[str, Any]:
        return {"machine": Machine.objects.filter(project=project, pk=preview.parameters["machine"]).first()}


pages = AnswersPages()
