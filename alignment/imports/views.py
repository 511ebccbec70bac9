"""Pages on which a parallel text is imported."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse

from alignment.formats import PARALLEL_FORMATS
from alignment.formats.parallel.tables import list_roles
from alignment.imports.forms import FORMATS, AgainForm, ConfirmForm, UploadForm
from alignment.imports.jobs.texts import find_other_format
from alignment.imports.services import PREVIEW, confirm_import, request_import_preview
from alignment.imports.tokenisation import describe_tokenisation
from alignment.imports.wrong_columns import describe_not_text
from alignment.projects.access import describe_project, language_names
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import Keep, find_uploads
from annotation_site.previews.forms import TableForm
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.encodings import name_encoding

ASKED = ("text_format", "tokens", "encoding", "source_words", "target_words", "request_id")


class ImportPages(PreviewPages):
    """A text in two languages; one that was read in the wrong format or encoding need not be uploaded again."""

    kinds = (Project.Kind.ALIGNMENT,)
    previews = (PREVIEW,)
    route = "alignment:import_preview"
    noun = "text"
    upload_template, upload_name = "alignment/imports/import.html", "Import"
    preview_template, preview_name = "alignment/imports/import_preview.html", "Import preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return {**project_context(user, project, "alignment:import"), **describe_project(project)}

    def upload_form(self, user: User, project: Project, *data: Any, **options: Any) -> UploadForm:
        return UploadForm(*data, **options, **language_names(project))

    def request_preview(self, user: User, project: Project, form: UploadForm, keep: Keep) -> Job:
        fields = form.cleaned_data
        uploads = [keep(file) for file in (fields["first_file"], fields["second_file"]) if file]
        return request_import_preview(
            user=user, project=project, uploads=uploads, **{name: fields[name] for name in ASKED}
        )

    def again_form(self, project: Project, preview: Job, data: QueryDict) -> AgainForm | TableForm:
        if "column_0" in data:
            return _make_table_form(project, preview, data)
        return AgainForm(data, auto_id="again_%s", **_file_choices(preview))

    def read_again(self, user: User, project: Project, preview: Job, form: AgainForm | TableForm) -> Job:
        parameters = preview.parameters
        kept = {
            "uploads": find_uploads(project, parameters["uploads"]),
            "text_format": parameters["format"],
            "tokens": parameters["tokens"],
            "is_reversed": parameters["is_reversed"],
            "source_words": parameters["source_words"],
            "target_words": parameters["target_words"],
            "columns": parameters.get("columns", {}),
            **parameters.get("table", {}),
        }
        return request_import_preview(
            user=user,
            project=project,
            request_id=form.cleaned_data["request_id"],
            **{**kept, **_read_settings(form)},
        )

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> ConfirmForm:
        return ConfirmForm(data)

    def request_import(self, user: User, project: Project, preview: Job, form: ConfirmForm) -> Job:
        return confirm_import(user=user, project=project, preview=preview, **form.cleaned_data)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        result = shown["result"]
        context: dict[str, Any] = {}
        if preview.is_finished and shown["imported"] is None and _find_stored(preview).exists():
            refused = shown["again"]
            context |= _offer_again(preview, result, refused if isinstance(refused, AgainForm) else None)
            if result.get("table"):
                form = refused if isinstance(refused, TableForm) else _make_table_form(project, preview)
                address = reverse("alignment:import_again", args=[project.slug, preview.pk])
                context |= {"table_form": form, "again_url": address, "table_fault": result["table_fault"]}
        if result:
            files = zip(result["files"], result["encodings"], strict=True)
            context["files"] = [{**file, "encoding": name_encoding(encoding)} for file, encoding in files]
            context["format_label"] = FORMATS[_label_of(result["format"])][0]
            is_reversed = bool(preview.parameters.get("is_reversed"))
            context["not_text"] = describe_not_text(result, language_names(project), is_reversed=is_reversed)
            context["tokenisation"] = describe_tokenisation(result, language_names(project))
            context["links_label"] = result.get("links", "")
            context["new_pairs"] = result["counts"]["pairs"] - result["repeated"]["count"]
        return context


def _read_settings(form: AgainForm | TableForm) -> dict[str, Any]:
    """Return the settings that a form changes; of a table, its columns and how it is read."""
    if isinstance(form, TableForm):
        return {"columns": form.assignment, **form.reading}
    fields = form.cleaned_data
    names = ("file_source_language", "file_target_language", "encoding", "is_reversed")
    chosen = {name: fields[name] for name in ("text_format", "tokens") if fields[name]}
    return {**chosen, **{name: fields[name] for name in names}}


def _make_table_form(project: Project, preview: Job, data: QueryDict | None = None) -> TableForm:
    parameters, names = preview.parameters, language_names(project)
    titles = {side: f"{name} text" for side, name in names.items()}
    return TableForm(
        data,
        roles=list_roles((parameters["source_language"], parameters["target_language"]), titles),
        table=preview.result["table"],
        asked={"encoding": parameters["encoding"], **parameters.get("table", {})},
        initial={"request_id": uuid4()},
        auto_id="table_%s",
    )


def _find_stored(preview: Job) -> QuerySet[Upload]:
    """Return the files that were uploaded for the preview, without those that it made."""
    uploads: QuerySet[Upload] = preview.uploads.filter(pk__in=preview.parameters["uploads"])
    return uploads


def _offer_again(preview: Job, result: dict[str, Any], form: AgainForm | None) -> dict[str, Any]:
    """Return the form that reads the stored files with other settings: the format they look like, and the languages the
    other way round if they seem swapped; nothing if they are no text.
    """
    parameters = preview.parameters
    other = (result["looks_like"], result["reason"]) if result else find_other_format(preview)
    if other is None:
        return {}
    asked, looks_like = _label_of(parameters["format"]), _label_of(other[0])
    is_swapped = bool(result) and result["mixup"] == "swapped"
    initial = {
        "text_format": _label_of(other[0] or (result["format"] if result else parameters["format"])),
        "encoding": parameters["encoding"] or (result["encodings"][0] if result else ""),
        "is_reversed": parameters["is_reversed"] is not is_swapped,
        "tokens": _find_method(preview, result),
        **_find_file_languages(result),
        "request_id": uuid4(),
    }
    return {
        "again": form or AgainForm(initial=initial, auto_id="again_%s", **_file_choices(preview)),
        "other": {"label": FORMATS[looks_like][0], "reason": other[1]} if looks_like not in ("", asked) else None,
        "asked_label": FORMATS[asked][0],
        "stored": [upload.name for upload in _find_stored(preview).order_by("pk")],
    }


def _label_of(text_format: str) -> str:
    """Return the format that pages name: TSV is a table as any other."""
    return "table" if text_format in PARALLEL_FORMATS and PARALLEL_FORMATS[text_format].is_table else text_format


def _file_choices(preview: Job) -> dict[str, Any]:
    """Return what the form needs to know of the files."""
    memory = preview.result.get("file_languages") or {}
    return {"files": len(preview.parameters["uploads"]), "languages": memory.get("counts")}


def _find_method(preview: Job, result: Mapping[str, Any]) -> str:
    """Return how the words were found if that is the same for both sides, else how they were asked for."""
    methods = set(result.get("tokens", {}).values())
    return methods.pop() if len(methods) == 1 else preview.parameters["tokens"]


def _find_file_languages(result: Mapping[str, Any]) -> dict[str, str]:
    """Return the languages that were read from a translation memory, as far as they are certain."""
    memory = result.get("file_languages")
    if not memory or memory["question"]:
        return {}
    return {"file_source_language": memory["source"], "file_target_language": memory["target"]}


pages = ImportPages()
