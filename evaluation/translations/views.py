"""Pages for system outputs: upload, and the preview of a table."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import find_uploads, keep_and_request
from annotation_site.previews.forms import TableForm
from annotation_site.previews.views import TablePages, answer_upload
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.middleware.bodies import takes_files
from evaluation.projects.access import KINDS_WITH_TEST_SETS, admits_with_test_sets
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.views.test_sets import (
    TAB,
    find_previewed_test_set,
    lead_to_test_set,
    open_test_set,
    test_set_context,
)
from evaluation.translations.columns import SYSTEMS_SHOWN, check_columns, list_roles
from evaluation.translations.files import KEEP_BLANK
from evaluation.translations.forms import ReplaceForm, TranslationsForm
from evaluation.translations.services import (
    PREVIEW,
    add_translations,
    confirm_translations,
    request_translations_preview,
)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def translations_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Add system outputs; of a table POST starts the preview."""
    project = request.project
    test_set = open_test_set(request, pk)
    name = request.GET.get("name", "")
    initial = {"name": name, "replaces": bool(name), "request_id": uuid4()}
    form = TranslationsForm(request.POST or None, request.FILES or None, initial=initial)
    return answer_upload(
        request,
        form,
        lambda: take_outputs(user=request.user, project=project, test_set=test_set, form=form),
        template="evaluation/translations/translations_new.html",
        context=test_set_context(request, test_set, "Add translations"),
        lead=lead_to_outputs,
    )


def take_outputs(*, user: User, project: Project, test_set: TestSet, form: TranslationsForm) -> Job:
    """Store the files of a valid form, and request the preview of a table or the import of others."""
    arguments: dict[str, Any] = {"user": user, "project": project, "test_set": test_set, **form.service_arguments()}
    if not form.is_table:
        fields = form.cleaned_data
        return add_translations(
            **arguments,
            files=form.outputs,
            whole_source=fields["whole_source"],
            blank_lines=fields["blank_lines"] or KEEP_BLANK,
            shortens_names=fields["shortens_names"],
        )
    [(_, file)] = form.outputs
    return keep_and_request(
        lambda keep: request_translations_preview(
            **arguments, upload=keep(file), request_id=form.cleaned_data["request_id"]
        ),
        user=user,
        project=project,
        kinds=[PREVIEW.kind],
        request_id=form.cleaned_data["request_id"],
    )


def lead_to_outputs(job: Job) -> HttpResponseRedirect:
    """Redirect to the preview of a table, else to the test set to which a job adds outputs."""
    return redirect(pages.route, job.project.slug, job.pk) if job.kind == PREVIEW.kind else lead_to_test_set(job)


class TranslationsPages(TablePages):
    """The preview of a table of system outputs."""

    kinds = KINDS_WITH_TEST_SETS
    previews = (PREVIEW,)
    route, again_route = "evaluation:translations_preview", "evaluation:translations_again"
    noun = "translations"
    preview_template, preview_name = "evaluation/translations/translations_preview.html", "Import preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return project_context(user, project, TAB)

    def make_table_form(self, project: Project, preview: Job, **options: Any) -> TableForm:
        return TableForm(roles=list_roles(), check=check_columns, **options)

    def read_again(self, user: User, project: Project, preview: Job, form: TableForm) -> Job:
        parameters = preview.parameters
        [upload] = find_uploads(project, parameters["uploads"])
        [(name, _)] = parameters["names"]
        return request_translations_preview(
            user=user,
            project=project,
            test_set=find_previewed_test_set(project, preview),
            upload=upload,
            name=name,
            pattern=parameters["pattern"],
            replaces=parameters["replaces"],
            columns=form.assignment,
            reading=form.reading,
            request_id=form.cleaned_data["request_id"],
        )

    def confirm_form(self, project: Project, preview: Job, data: QueryDict | None = None) -> forms.Form:
        rows = preview.result.get("systems", ())
        present = [row["system"] for row in rows if row["is_present"] or row.get("is_short_present")]
        short_names = [row["short_name"] for row in rows if row.get("short_name")]
        initial = {"replaces": preview.parameters["replaces"], "shortens_names": True}
        return ReplaceForm(data, present=present, short_names=short_names, initial=initial)

    def request_import(self, user: User, project: Project, preview: Job, form: forms.Form) -> Job:
        return confirm_translations(user=user, project=project, preview=preview, **form.cleaned_data)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        systems = [row["system"] for row in shown["result"].get("systems", ())]
        return {
            **super().describe(project, preview, shown),
            "test_set": find_previewed_test_set(project, preview),
            "systems_shown": systems[:SYSTEMS_SHOWN],
            "systems_more": max(0, len(systems) - SYSTEMS_SHOWN),
        }


pages = TranslationsPages()
