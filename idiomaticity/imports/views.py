"""Pages on which compounds or raw ratings are imported; what could not be placed is mended between."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import QueryDict

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep, find_uploads
from annotation_site.phrases.span_units import CODE_POINTS, TITLES
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from idiomaticity.compounds.labels import KNOWN_LABELS
from idiomaticity.imports.forms import COMPOUND_COLUMNS, RATING_COLUMNS, AgainForm, ConfirmForm, UploadForm
from idiomaticity.imports.services import (
    COMPOUNDS,
    RATINGS,
    confirm_import,
    request_compound_preview,
    request_rating_preview,
)
from idiomaticity.projects.access import open_project, rating_context
from idiomaticity.ratings.queries import cut_sentence
from idiomaticity.ratings.scores import CLASSES

CLASSES_OF = (("compound", "Class of the compound"), ("occurrence", "Label of each occurrence"))


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

    def again_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> AgainForm:
        labels = RATING_COLUMNS if preview.kind == RATINGS.kind else COMPOUND_COLUMNS
        names, found = preview.result.get("columns", []), preview.result.get("proposed", {})
        is_sent = data is not None and any(part in data for part in labels)
        shown = labels if data is None or is_sent else {}
        units = {"span_units": preview.result.get("span_units", CODE_POINTS)}
        form = AgainForm(data, labels=shown, columns=names, proposed=found, initial=units)
        if preview.kind == RATINGS.kind:
            del form.fields["span_units"]
        return form

    def read_again(self, user: User, project: Project, preview: Job, form: AgainForm) -> Job:
        asked = preview.parameters
        uploads = find_uploads(project, asked["uploads"])
        known: dict[str, Any] = {"user": user, "project": project, "encoding": asked["encoding"]}
        known |= {"request_id": form.cleaned_data["request_id"], "columns": asked.get("columns", {})}
        if (columns := form.read_columns()) is not None:
            known["columns"] = columns
        if preview.kind == RATINGS.kind:
            return request_rating_preview(**known, uploads=uploads)
        return request_compound_preview(
            **known,
            uploads=uploads,
            corrections={**asked["corrections"], **form.read_corrections()},
            classes={**asked.get("classes", {}), **form.read_classes()},
            span_units=form.cleaned_data["span_units"] or asked.get("span_units", ""),
            labels={**asked.get("labels", {}), **form.read_labels()},
            classes_of=form.read_classes_of() or asked.get("classes_of", ""),
            rates_whole=form.read_rates_whole() or asked.get("rates_whole", False),
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
            "classes": CLASSES,
        }
        refused = shown["again"]
        is_of_columns = refused is not None and "compound" in refused.fields
        context["columns_form"] = refused if is_of_columns else self.again_form(project, preview)
        assigned = preview.parameters.get("classes", {})
        names = shown["result"].get("class_names", [])
        context["class_names"] = [(name, assigned.get(name, "")) for name in names]
        result = shown["result"]
        if result and result.get("recognised_units") != result.get("span_units"):
            context["units_title"] = TITLES[result["recognised_units"]]
        context |= {"label_choices": KNOWN_LABELS, "classes_of_choices": CLASSES_OF}
        context["has_labels"] = any(each["label"] for each in result.get("labels", []))
        if result and not context["is_ratings"]:
            context["shown"] = [
                {**each, "sentences": [_show_sentence(row) for row in each["sentences"]]} for each in result["shown"]
            ]
            context["discontinuous"] = [
                {**each, "pieces": cut_sentence(each["text"], each["spans"])} for each in result["discontinuous"]
            ]
        return context


def _show_sentence(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, "pieces": cut_sentence(row["text"], row["spans"])}


pages = ImportPages()
