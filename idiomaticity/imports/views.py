"""Pages on which compounds or raw ratings are imported; what could not be placed is mended between."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import QueryDict
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep, find_uploads
from annotation_site.phrases.span_units import TITLES
from annotation_site.previews.services import require_table
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from idiomaticity.compounds.labels import KNOWN_LABELS
from idiomaticity.formats.columns import COMPOUND_ROLES, RATING_ROLES
from idiomaticity.imports.forms import AgainForm, ConfirmForm, StudyTableForm, UploadForm
from idiomaticity.imports.services import (
    COMPOUNDS,
    RATINGS,
    confirm_import,
    request_compound_preview,
    request_rating_preview,
)
from idiomaticity.projects.access import rating_context
from idiomaticity.ratings.queries import cut_sentence
from idiomaticity.ratings.scores import CLASSES

CLASSES_OF = (("compound", "Class of the compound"), ("occurrence", "Label of each occurrence"))


class ImportPages(PreviewPages):
    """Files of compounds, or the ratings of a finished study."""

    kinds = (Project.Kind.IDIOMATICITY,)
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
        asked["reading"] = {"encoding": asked.pop("encoding")}
        uploads = [keep(file) for file in asked.pop("uploads")]
        if asked.pop("content") == "compounds":
            return request_compound_preview(**asked, uploads=uploads)
        return request_rating_preview(**asked, uploads=uploads)

    def again_form(self, project: Project, preview: Job, data: QueryDict) -> AgainForm | StudyTableForm:
        is_of_table = any(name.startswith("column_") for name in data)
        return self._table_form(preview, data) if is_of_table else AgainForm(data)

    def read_again(self, user: User, project: Project, preview: Job, form: AgainForm | StudyTableForm) -> Job:
        table, before = require_table(preview), preview.parameters
        asked: dict[str, Any] = {"user": user, "project": project, "uploads": find_uploads(project, before["uploads"])}
        asked |= {"request_id": form.cleaned_data["request_id"]}
        asked |= {"reading": before["reading"], "columns": table["assignment"]}
        if isinstance(form, StudyTableForm):
            columns = {} if form.is_read_anew else form.assignment
            asked |= {"reading": form.reading, "columns": columns}
        if preview.kind == RATINGS.kind:
            return request_rating_preview(**asked)
        asked |= {name: before[name] for name in ("corrections", "classes", "labels", "classes_of")}
        asked |= {"span_units": before.get("span_units", ""), "rates_whole": before.get("rates_whole", False)}
        if isinstance(form, AgainForm):
            asked["corrections"] = {**before["corrections"], **form.read_corrections()}
            asked["classes"] = {**before["classes"], **form.read_classes()}
            asked["labels"] = {**before["labels"], **form.read_labels()}
            asked["classes_of"] = form.read_classes_of() or before["classes_of"]
            asked["span_units"] = form.cleaned_data["span_units"] or asked["span_units"]
            asked["rates_whole"] = form.read_rates_whole() or asked["rates_whole"]
        if asked["columns"].get("compound_class") == table["assignment"].get("compound_class"):
            # A person who sends these columns again has not said that the classes are those of compounds.
            asked["classes_of"] = asked["classes_of"] or preview.result["classes_of"]
        return request_compound_preview(**asked)

    @staticmethod
    def _table_form(preview: Job, data: QueryDict | None = None) -> StudyTableForm:
        table = require_table(preview)
        known = [*(RATING_ROLES if preview.kind == RATINGS.kind else COMPOUND_ROLES)]
        # Only objects have lists.
        roles = tuple(role for role in known if role.name != "sentences" or "sentences" in table["columns"])
        reading = preview.parameters["reading"]
        return StudyTableForm(data, roles=roles, table=table, asked=reading, initial={"request_id": uuid4()})

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
            "table_form": None,
        }
        result, refused = shown["result"], shown["again"]
        if "table" in result:
            context["table_form"] = refused if isinstance(refused, StudyTableForm) else self._table_form(preview)
            context["again_url"] = reverse("idiomaticity:import_again", args=[project.slug, preview.pk])
        assigned = preview.parameters.get("classes", {})
        context["class_names"] = [(name, assigned.get(name, "")) for name in result.get("class_names", [])]
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
