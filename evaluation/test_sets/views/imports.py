"""Pages for importing a test set: upload, preview, and assignment of a table's columns."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep, find_uploads
from annotation_site.phrases.span_units import CODE_POINTS
from annotation_site.previews.services import require_table
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from evaluation.metrics.highlights import highlight_spans
from evaluation.projects.access import KINDS_WITH_TEST_SETS
from evaluation.test_sets.files import list_roles
from evaluation.test_sets.forms import TestSetConfirmForm, TestSetForm, TestSetTableForm
from evaluation.test_sets.queries import releases_for_test_sets
from evaluation.test_sets.released_segments import TOGETHER
from evaluation.test_sets.services import PREVIEW, confirm_test_set, request_test_set_preview
from evaluation.test_sets.views.test_sets import TAB


class TestSetPages(PreviewPages):
    """A table, files with a line per segment, or a release; a table's columns can be changed before it is confirmed."""

    __test__ = False  # not for pytest

    kinds = KINDS_WITH_TEST_SETS
    previews = (PREVIEW,)
    route = "evaluation:test_set_preview"
    upload_template, upload_name = "evaluation/test_sets/test_set_new.html", "New test set"
    preview_template, preview_name = "evaluation/test_sets/test_set_preview.html", "Import preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return project_context(user, project, TAB)

    def upload_form(self, user: User, project: Project, *data: Any, **options: Any) -> TestSetForm:
        return TestSetForm(*data, **options, releases=releases_for_test_sets(user, project))

    def request_preview(self, user: User, project: Project, form: TestSetForm, keep: Keep) -> Job:
        files, references = form.given_files()
        return request_test_set_preview(
            user=user,
            project=project,
            name=form.cleaned_data["name"],
            files={part: keep(file) for part, file in files.items()},
            references=[keep(file) for file in references],
            release=form.cleaned_data["release"],
            grouping=form.cleaned_data["grouping"] or TOGETHER,
            request_id=form.cleaned_data["request_id"],
        )

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> forms.Form:
        units = preview.result.get("span_units", CODE_POINTS)
        short_names = list(preview.result.get("short_names", {}).values())
        return TestSetConfirmForm(data, recognised=units, short_names=short_names)

    def again_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> TestSetTableForm:
        table, reading = require_table(preview), preview.parameters["reading"]
        return TestSetTableForm(data, roles=list_roles(), table=table, asked=reading, initial={"request_id": uuid4()})

    def read_again(self, user: User, project: Project, preview: Job, form: TestSetTableForm) -> Job:
        parameters = preview.parameters
        (upload,) = find_uploads(project, [parameters["files"]["table"]])
        return request_test_set_preview(
            user=user,
            project=project,
            name=parameters["name"],
            files={"table": upload},
            columns={} if form.is_read_anew else form.assignment,
            reading=form.reading,
            request_id=form.cleaned_data["request_id"],
        )

    def request_import(self, user: User, project: Project, preview: Job, form: forms.Form) -> Job:
        return confirm_test_set(user=user, project=project, preview=preview, **form.cleaned_data)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        result = shown["result"]
        context: dict[str, Any] = {
            "table_form": None,
            "asks_units": False,
            "segments": [_mark(row) for row in result.get("shown", []) if isinstance(row, dict)],
        }
        # Where no text has other characters than ASCII, all units are the same.
        if result.get("counts", {}).get("placed") and not result.get("is_ascii", True):
            context["asks_units"] = True
        if "table" in result:
            context["table_form"] = shown["again"] or self.again_form(project, preview)
            context["again_url"] = reverse("evaluation:test_set_again", args=[project.slug, preview.pk])
        return context


def _mark(row: dict[str, Any]) -> dict[str, Any]:
    """Return a previewed segment with its expressions marked; spans are of the first reference."""
    first, *others = row["references"] or [""]
    return {
        "source": highlight_spans(row["source"], row.get("source_spans", ())),
        "references": [highlight_spans(first, row.get("reference_spans", ())), *([(text, "")] for text in others)],
        "labels": row["labels"],
    }


pages = TestSetPages()
