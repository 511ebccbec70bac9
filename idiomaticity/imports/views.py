"""Pages on which compounds or raw ratings are imported; what could not be placed is mended between."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import QueryDict

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep, find_uploads
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from idiomaticity.imports.forms import AgainForm, ConfirmForm, UploadForm
from idiomaticity.imports.services import (
    COMPOUNDS,
    RATINGS,
    confirm_import,
    request_compound_preview,
    request_rating_preview,
)
from idiomaticity.projects.access import open_project, rating_context
from idiomaticity.ratings.queries import cut_sentence


class ImportPages(PreviewPages):
    """Files of compounds, or the ratings of a finished study."""

    open_project = staticmethod(open_project)
    previews = (COMPOUNDS, RATINGS)
    route = "idiomaticity:import_preview"
    noun = "file"
    upload_template, upload_name = "idiomaticity/imports/import.html", "Import"
    preview_template, preview_name = "idiomaticity/imports/import_preview.html", "Import preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return rating_context(user, project, "idiomaticity:import")

    def upload_form(self, user: User, project: Project, *data: Any, **options: Any) -> UploadForm:
        return UploadForm(*data, **options)

    def request_preview(self, user: User, project: Project, form: UploadForm, keep: Keep) -> Job:
        asked = {"user": user, "project": project, **form.cleaned_data}
        uploads = [keep(file) for file in asked.pop("uploads")]
        if asked.pop("content") == "compounds":
            return request_compound_preview(**asked, uploads=uploads)
        return request_rating_preview(**asked, uploads=uploads)

    def again_form(self, project: Project, preview: Job, data: QueryDict) -> AgainForm:
        return AgainForm(data)

    def read_again(self, user: User, project: Project, preview: Job, form: AgainForm) -> Job:
        asked = preview.parameters
        uploads = find_uploads(project, asked["uploads"])
        known: dict[str, Any] = {"user": user, "project": project, "encoding": asked["encoding"]}
        known |= {"request_id": form.cleaned_data["request_id"]}
        if preview.kind == RATINGS.kind:
            return request_rating_preview(**known, uploads=uploads)
        return request_compound_preview(
            **known, uploads=uploads, corrections={**asked["corrections"], **form.read_corrections()}
        )

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> ConfirmForm:
        return ConfirmForm(data)

    def request_import(self, user: User, project: Project, preview: Job, form: ConfirmForm) -> Job:
        return confirm_import(user=user, project=project, preview=preview, **form.cleaned_data)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        context = {
            "is_ratings": preview.kind == RATINGS.kind,
            "request_id": uuid4(),
            "corrections": preview.parameters["corrections"],
        }
        result = shown["result"]
        if result and not context["is_ratings"]:
            context["shown"] = [
                {**each, "sentences": [cut_sentence(row["text"], row["spans"]) for row in each["sentences"]]}
                for each in result["shown"]
            ]
            context["discontinuous"] = [
                {**each, "pieces": cut_sentence(each["text"], each["spans"])} for each in result["discontinuous"]
            ]
        return context


pages = ImportPages()
