"""Pages on which compounds or raw ratings are imported; what could not be placed is mended between."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import uuid4

from django.http import QueryDict

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep, find_uploads
from annotation_site.phrases.span_units import TITLES
from annotation_site.previews.kinds import ImportKind
from annotation_site.previews.services import require_table
from annotation_site.previews.views import ImportPages
from annotation_site.projects.models import Project
from idiomaticity.compounds.labels import KNOWN_LABELS
from idiomaticity.formats.columns import COMPOUND_ROLES, RATING_ROLES
from idiomaticity.imports.forms import AgainForm, ConfirmForm, StudyTableForm, UploadForm
from idiomaticity.imports.services import COMPOUND_IMPORT, RATING_IMPORT
from idiomaticity.ratings.queries import cut_sentence
from idiomaticity.ratings.scores import CLASSES

CLASSES_OF = (("compound", "Class of the compound"), ("occurrence", "Label of each occurrence"))


class StudyPages(ImportPages):
    """Files of compounds, or the ratings of a finished study."""

    kinds = (Project.Kind.IDIOMATICITY,)
    base_route = tab = "idiomaticity:import"
    base_template = "idiomaticity/imports/import"
    imports = (COMPOUND_IMPORT, RATING_IMPORT)
    form, consent = UploadForm, ConfirmForm
    noun = "file"
    reads_again = True

    def read_upload(
        self, project: Project, fields: dict[str, Any], keep: Keep
    ) -> tuple[ImportKind[Any], dict[str, Any]]:
        imported = COMPOUND_IMPORT if fields.pop("content") == "compounds" else RATING_IMPORT
        fields["reading"] = {"encoding": fields.pop("encoding")}
        return imported, super().read_upload(project, fields, keep)[1]

    def again_form(self, project: Project, preview: Job, data: QueryDict) -> AgainForm | StudyTableForm:
        is_of_table = any(name.startswith("column_") for name in data)
        return self._table_form(preview, data) if is_of_table else AgainForm(data)

    def read_again(self, user: User, project: Project, preview: Job, form: AgainForm | StudyTableForm) -> Job:
        table, before = require_table(preview), preview.parameters
        arguments: dict[str, Any] = {
            "user": user,
            "project": project,
            "uploads": find_uploads(project, before["uploads"]),
        }
        arguments |= {"request_id": form.cleaned_data["request_id"]}
        arguments |= {"reading": before["reading"], "columns": table["assignment"]}
        if isinstance(form, StudyTableForm):
            columns = {} if form.is_read_anew else form.assignment
            arguments |= {"reading": form.reading, "columns": columns}
        if preview.kind == RATING_IMPORT.preview.kind:
            return RATING_IMPORT.request_preview(**arguments)
        arguments |= {name: before[name] for name in ("corrections", "classes", "labels", "classes_of")}
        arguments |= {"span_units": before.get("span_units", ""), "rates_whole": before.get("rates_whole", False)}
        if isinstance(form, AgainForm):
            arguments["corrections"] = {**before["corrections"], **form.read_corrections()}
            arguments["classes"] = {**before["classes"], **form.read_classes()}
            arguments["labels"] = {**before["labels"], **form.read_labels()}
            arguments["classes_of"] = form.read_classes_of() or before["classes_of"]
            arguments["span_units"] = form.cleaned_data["span_units"] or arguments["span_units"]
            arguments["rates_whole"] = form.read_rates_whole() or arguments["rates_whole"]
        if arguments["columns"].get("compound_class") == table["assignment"].get("compound_class"):
            # A person who sends these columns again has not said that the classes are those of compounds.
            arguments["classes_of"] = arguments["classes_of"] or preview.result["classes_of"]
        return COMPOUND_IMPORT.request_preview(**arguments)

    @staticmethod
    def _table_form(preview: Job, data: QueryDict | None = None) -> StudyTableForm:
        table = require_table(preview)
        known = [*(RATING_ROLES if preview.kind == RATING_IMPORT.preview.kind else COMPOUND_ROLES)]
        # Only objects have lists.
        roles = tuple(role for role in known if role.name != "sentences" or "sentences" in table["columns"])
        reading = preview.parameters["reading"]
        return StudyTableForm(data, roles=roles, table=table, asked=reading, initial={"request_id": uuid4()})

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        context = {
            **super().describe(project, preview, shown),
            "is_ratings": preview.kind == RATING_IMPORT.preview.kind,
            "request_id": uuid4(),
            "corrections": preview.parameters["corrections"],
            "classes": CLASSES,
            "table_form": None,
        }
        result, refused = shown["result"], shown["again"]
        if "table" in result:
            context["table_form"] = refused if isinstance(refused, StudyTableForm) else self._table_form(preview)
        assigned = preview.parameters.get("classes", {})
        context["class_names"] = [(name, assigned.get(name, "")) for name in result.get("class_names", [])]
        if result and result.get("recognised_units") != result.get("span_units"):
            context["units_title"] = TITLES[result["recognised_units"]]
        context |= {"label_choices": KNOWN_LABELS, "classes_of_choices": CLASSES_OF}
        context["has_labels"] = any(label["label"] for label in result.get("labels", []))
        if result and not context["is_ratings"]:
            context["shown"] = [
                {**compound, "sentences": _cut_sentences(compound["sentences"])} for compound in result["shown"]
            ]
            context["discontinuous"] = _cut_sentences(result["discontinuous"])
        return context


def _cut_sentences(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the sentences with their text cut where the compound begins and ends."""
    return [{**row, "pieces": cut_sentence(row["text"], row["spans"])} for row in rows]


pages = StudyPages()
