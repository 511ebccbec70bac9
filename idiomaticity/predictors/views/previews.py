"""The preview of a predictor's table, on which its columns are assigned."""

from functools import partial
from typing import Any

from django import forms

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import find_uploads
from annotation_site.previews.forms import TableForm
from annotation_site.previews.views import TablePages
from annotation_site.projects.models import Project
from idiomaticity.predictors.probing.table_columns import check_columns, list_roles
from idiomaticity.predictors.services import PREVIEW, confirm_predictor, request_predictor_preview
from idiomaticity.projects.access import rating_context


class PredictorPages(TablePages):
    """The preview of similarities or translations."""

    kinds = (Project.Kind.IDIOMATICITY,)
    previews = (PREVIEW,)
    route, again_route = "idiomaticity:predictor_preview", "idiomaticity:predictor_again"
    noun = "predictor"
    preview_template, preview_name = "idiomaticity/predictors/predictor_preview.html", "Import preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return rating_context(user, project, "idiomaticity:predictors")

    def make_table_form(self, project: Project, preview: Job, **options: Any) -> TableForm:
        source = preview.parameters["source"]
        return TableForm(roles=list_roles(source), check=partial(check_columns, source=source), **options)

    def read_again(self, user: User, project: Project, preview: Job, form: TableForm) -> Job:
        parameters = preview.parameters
        [upload] = find_uploads(project, [parameters["upload"]])
        return request_predictor_preview(
            user=user,
            project=project,
            name=parameters["name"],
            source=parameters["source"],
            upload=upload,
            encoding=parameters["options"]["encoding"],
            corpus=project.predictors.filter(pk=parameters["options"].get("corpus")).first(),
            columns=form.assignment,
            reading=form.reading,
            request_id=form.cleaned_data["request_id"],
        )

    def request_import(self, user: User, project: Project, preview: Job, form: forms.Form) -> Job:
        return confirm_predictor(user=user, project=project, preview=preview)


pages = PredictorPages()
