"""Pages for the judgements of a finished study: upload, preview, confirmation."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpResponse
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
from evaluation.correlation.forms import StudyForm
from evaluation.correlation.queries.human_sources import find_translated_systems
from evaluation.correlation.services import PREVIEW, confirm_study, request_study_preview
from evaluation.correlation.study_columns import check_columns, list_roles
from evaluation.projects.access import KINDS_WITH_TEST_SETS, admits_with_test_sets
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.views.test_sets import TAB, find_previewed_test_set, open_test_set, test_set_context


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def study_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for a finished study; POST starts its preview."""
    project = request.project
    test_set = open_test_set(request, pk)
    form = StudyForm(request.POST or None, request.FILES or None, initial={"request_id": uuid4()})
    return answer_upload(
        request,
        form,
        lambda: _start_preview(request.user, project, test_set, form),
        template="evaluation/correlation/study_new.html",
        context=test_set_context(request, test_set, "Import judgements"),
        lead=lambda job: redirect(pages.route, project.slug, job.pk),
    )


def _start_preview(user: User, project: Project, test_set: TestSet, form: StudyForm) -> Job:
    fields = form.cleaned_data
    return keep_and_request(
        lambda keep: request_study_preview(
            user=user,
            project=project,
            test_set=test_set,
            name=fields["name"],
            upload=keep(fields["file"]),
            request_id=fields["request_id"],
        ),
        user=user,
        project=project,
        kinds=[PREVIEW.kind],
        request_id=fields["request_id"],
    )


class StudyPages(TablePages):
    """The preview of a file of judgements."""

    kinds = KINDS_WITH_TEST_SETS
    previews = (PREVIEW,)
    route, again_route = "evaluation:study_preview", "evaluation:study_again"
    noun = "judgements"
    preview_template, preview_name = "evaluation/correlation/study_preview.html", "Import preview"

    def context(self, user: User, project: Project) -> dict[str, Any]:
        return project_context(user, project, TAB)

    def make_table_form(self, project: Project, preview: Job, **options: Any) -> TableForm:
        systems = list(find_translated_systems(find_previewed_test_set(project, preview)))
        return TableForm(roles=list_roles(systems), check=partial(check_columns, systems=systems), **options)

    def read_again(self, user: User, project: Project, preview: Job, form: TableForm) -> Job:
        parameters = preview.parameters
        [upload] = find_uploads(project, [parameters["upload"]])
        return request_study_preview(
            user=user,
            project=project,
            test_set=find_previewed_test_set(project, preview),
            name=parameters["name"],
            upload=upload,
            columns=form.assignment,
            reading=form.reading,
            request_id=form.cleaned_data["request_id"],
        )

    def request_import(self, user: User, project: Project, preview: Job, form: forms.Form) -> Job:
        return confirm_study(user=user, project=project, preview=preview)

    def describe(self, project: Project, preview: Job, shown: Mapping[str, Any]) -> dict[str, Any]:
        return {**super().describe(project, preview, shown), "test_set": find_previewed_test_set(project, preview)}


pages = StudyPages()
