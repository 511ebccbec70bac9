"""Pages for importing a test set: upload, preview, and assignment of a table's columns."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpResponse, QueryDict
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_http_methods

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep
from annotation_site.phrases.span_units import CODE_POINTS
from annotation_site.previews.views import PreviewPages
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.access import SignedInRequest
from evaluation.marked_expressions.highlights import highlight_spans
from evaluation.projects.access import open_translation_project
from evaluation.test_sets.forms import ColumnsForm, SpanUnitsForm, TestSetForm
from evaluation.test_sets.queries import releases_for_test_sets
from evaluation.test_sets.released_segments import TOGETHER
from evaluation.test_sets.services import PREVIEW, confirm_test_set, request_test_set_preview
from evaluation.test_sets.views.test_sets import TAB


class TestSetPages(PreviewPages):
    """A table, files with a line per segment, or a release; a table's columns are assigned to confirm it."""

    __test__ = False  # not for pytest

    open_project = staticmethod(open_translation_project)
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
        recognised = preview.result.get("span_units", CODE_POINTS)
        if "columns" not in preview.result:
            return SpanUnitsForm(data, recognised=recognised)
        proposed, columns = preview.result["proposed"], preview.result["columns"]
        return ColumnsForm(data, columns=columns, proposed=proposed, recognised=recognised, initial=proposed)

    def request_import(self, user: User, project: Project, preview: Job, form: forms.Form) -> Job:
        units = form.cleaned_data.pop("span_units")
        asked = {"columns": form.cleaned_data, "span_units": units}
        return confirm_test_set(user=user, project=project, preview=preview, **asked)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        if "columns" in shown["result"]:
            return {}
        # Where no text has other characters than ASCII, all units are the same.
        has_units = shown["result"].get("counts", {}).get("placed") and not shown["result"].get("is_ascii", True)
        units_form = self.confirm_form(project, preview) if has_units else None
        rows = [_mark(row) for row in shown["result"].get("shown", [])]
        return {"form": None, "units_form": units_form, "segments": rows}

    @method_decorator(require_http_methods(["GET", "HEAD", "POST"]))
    def preview_or_confirm(self, request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
        """Show the preview or confirm it; both have the same address."""
        return (self.confirm if request.method == "POST" else self.preview)(request, slug, job_pk)


def _mark(row: dict[str, Any]) -> dict[str, Any]:
    """Return a previewed segment with its expressions marked; spans are of the first reference."""
    first, *others = row["references"] or [""]
    return {
        "source": highlight_spans(row["source"], row.get("source_spans", ())),
        "references": [highlight_spans(first, row.get("reference_spans", ())), *([(text, "")] for text in others)],
        "labels": row["labels"],
    }


pages = TestSetPages()
