"""Pages on which text is imported."""

from typing import Any

from django.http import QueryDict

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from expressions.imports.forms import ConfirmForm, UploadForm
from expressions.imports.services import PREVIEW, confirm_import, request_preview
from expressions.projects.access import expression_context


class ImportPages(PreviewPages):
    """Text in one of the formats of the field."""

    kinds = (Project.Kind.EXPRESSIONS,)
    previews = (PREVIEW,)
    route = "expressions:import_preview"
    noun = "text"
    upload_template, upload_name = "expressions/imports/import.html", "Import"
    preview_template, preview_name = "expressions/imports/import_preview.html", "Import preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return expression_context(user, project, "expressions:import")

    def upload_form(self, user: User, project: Project, *data: Any, **options: Any) -> UploadForm:
        return UploadForm(*data, **options)

    def request_preview(self, user: User, project: Project, form: UploadForm, keep: Keep) -> Job:
        asked = dict(form.cleaned_data)
        uploads = [keep(file) for file in asked.pop("uploads")]
        return request_preview(user=user, project=project, uploads=uploads, **asked)

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> ConfirmForm:
        return ConfirmForm(data)

    def request_import(self, user: User, project: Project, preview: Job, form: ConfirmForm) -> Job:
        return confirm_import(user=user, project=project, preview=preview, **form.cleaned_data)


pages = ImportPages()
