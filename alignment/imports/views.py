"""Pages on which a parallel text is imported."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.db.models import QuerySet
from django.http import QueryDict

from alignment.imports.forms import FORMATS, AgainForm, ConfirmForm, UploadForm
from alignment.imports.jobs.texts import find_other_format
from alignment.imports.services import PREVIEW, confirm_import, request_import_preview
from alignment.imports.wrong_columns import describe_not_text
from alignment.projects.access import describe_project, language_names, open_project
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import Keep, find_uploads
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.encodings import name_encoding

ASKED = ("text_format", "tokens", "encoding", "source_words", "target_words", "request_id")


class ImportPages(PreviewPages):
    """A text in two languages; one that was read in the wrong format or encoding need not be uploaded again."""

    open_project = staticmethod(open_project)
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

    def again_form(self, project: Project, preview: Job, data: QueryDict) -> AgainForm:
        return AgainForm(data, auto_id="again_%s", files=len(preview.parameters["uploads"]))

    def read_again(self, user: User, project: Project, preview: Job, form: AgainForm) -> Job:
        asked = preview.parameters
        return request_import_preview(
            user=user,
            project=project,
            uploads=find_uploads(project, asked["uploads"]),
            text_format=form.cleaned_data["text_format"] or asked["format"],
            tokens=asked["tokens"],
            encoding=form.cleaned_data["encoding"],
            is_reversed=form.cleaned_data["is_reversed"],
            source_words=asked["source_words"],
            target_words=asked["target_words"],
            request_id=form.cleaned_data["request_id"],
        )

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> ConfirmForm:
        return ConfirmForm(data)

    def request_import(self, user: User, project: Project, preview: Job, form: ConfirmForm) -> Job:
        return confirm_import(user=user, project=project, preview=preview, **form.cleaned_data)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        result = shown["result"]
        context: dict[str, Any] = {}
        if preview.is_finished and shown["imported"] is None and _find_stored(preview).exists():
            context |= _offer_again(preview, result, shown["again"])
        if result:
            files = zip(result["files"], result["encodings"], strict=True)
            context["files"] = [{**file, "encoding": name_encoding(encoding)} for file, encoding in files]
            context["format_label"] = FORMATS[result["format"]][0]
            is_reversed = bool(preview.parameters.get("is_reversed"))
            context["not_text"] = describe_not_text(result, language_names(project), is_reversed=is_reversed)
            context["new_pairs"] = result["counts"]["pairs"] - result["repeated"]["count"]
        return context


def _find_stored(preview: Job) -> QuerySet[Upload]:
    """Return the files that were uploaded for the preview, without those that it made."""
    found: QuerySet[Upload] = preview.uploads.filter(pk__in=preview.parameters["uploads"])
    return found


def _offer_again(preview: Job, result: dict[str, Any], form: AgainForm | None) -> dict[str, Any]:
    """Return the form that reads the stored files with other settings: the format they look like, and the languages the
    other way round if they seem swapped; nothing if they are no text.
    """
    asked = preview.parameters
    other = (result["looks_like"], result["reason"]) if result else find_other_format(preview)
    if other is None:
        return {}
    is_swapped = bool(result) and result["mixup"] == "swapped"
    initial = {
        "text_format": other[0] or (result["format"] if result else asked["format"]),
        "encoding": asked["encoding"] or (result["encodings"][0] if result else ""),
        "is_reversed": asked["is_reversed"] is not is_swapped,
        "request_id": uuid4(),
    }
    return {
        "again": form or AgainForm(initial=initial, auto_id="again_%s", files=len(asked["uploads"])),
        "other": {"label": FORMATS[other[0]][0], "reason": other[1]} if other[0] else None,
        "asked_label": FORMATS[asked["format"]][0],
        "stored": [upload.name for upload in _find_stored(preview).order_by("pk")],
    }


pages = ImportPages()
