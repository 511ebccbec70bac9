"""Pages for scores of a measure computed elsewhere: upload, preview, confirmation."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpResponse, HttpResponseRedirect
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
from evaluation.external_scores.columns import check_columns, list_roles
from evaluation.external_scores.forms import ExternalScoresForm
from evaluation.external_scores.services import (
    PREVIEW,
    confirm_external_scores,
    name_systems,
    request_external_scores_preview,
)
from evaluation.measures.kinds.external import ExternalMeasure
from evaluation.projects.access import KINDS_WITH_TEST_SETS, admits_with_test_sets
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.views.test_sets import TAB, find_previewed_test_set, open_test_set, test_set_context


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def external_scores_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for scores computed elsewhere; POST starts their preview."""
    project = request.project
    test_set = open_test_set(request, pk)
    form = ExternalScoresForm(
        request.POST or None, request.FILES or None, test_set=test_set, initial={"request_id": uuid4()}
    )
    return answer_upload(
        request,
        form,
        lambda: start_preview(user=request.user, project=project, test_set=test_set, form=form),
        template="evaluation/external_scores/external_scores_new.html",
        context=test_set_context(request, test_set, "Add scores"),
        lead=lead_to_preview,
    )


def start_preview(*, user: User, project: Project, test_set: TestSet, form: ExternalScoresForm) -> Job:
    """Store the file of a valid form and request the job that reads it."""
    return keep_and_request(
        lambda keep: request_external_scores_preview(
            user=user,
            project=project,
            test_set=test_set,
            upload=keep(form.cleaned_data["file"]),
            **form.service_arguments(),
        ),
        user=user,
        project=project,
        kinds=[PREVIEW.kind],
        request_id=form.cleaned_data["request_id"],
    )


def lead_to_preview(job: Job) -> HttpResponseRedirect:
    """Redirect to the page that shows what the job found."""
    return redirect(pages.route, job.project.slug, job.pk)


class ExternalScoresPages(TablePages):
    """The preview of a file of scores."""

    kinds = KINDS_WITH_TEST_SETS
    previews = (PREVIEW,)
    route, again_route = "evaluation:external_scores_preview", "evaluation:external_scores_again"
    noun = "scores"
    preview_template, preview_name = "evaluation/external_scores/external_scores_preview.html", "Import preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return project_context(user, project, TAB)

    def request_import(self, user: User, project: Project, preview: Job, form: forms.Form) -> Job:
        return confirm_external_scores(user=user, project=project, preview=preview)

    def make_table_form(self, project: Project, preview: Job, **options: Any) -> TableForm:
        systems, system = name_systems(find_previewed_test_set(project, preview)), preview.parameters["system"]
        check = partial(check_columns, systems=systems, system=system)
        return TableForm(roles=list_roles(systems), check=check, **options)

    def read_again(self, user: User, project: Project, preview: Job, form: TableForm) -> Job:
        parameters = preview.parameters
        measure = ExternalMeasure(parameters["measure"])
        [upload] = find_uploads(project, [parameters["upload"]])
        return request_external_scores_preview(
            user=user,
            project=project,
            test_set=find_previewed_test_set(project, preview),
            name=parameters["name"],
            upload=upload,
            system=parameters["system"],
            lower_is_better=measure.lower_is_better,
            columns=form.assignment,
            reading=form.reading,
            request_id=form.cleaned_data["request_id"],
        )

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        return {
            **super().describe(project, preview, shown),
            "test_set": find_previewed_test_set(project, preview),
            "measure": ExternalMeasure(preview.parameters["measure"]),
        }


pages = ExternalScoresPages()
