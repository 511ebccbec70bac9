"""Pages of test sets: the list, and the way from a job; one test set with its scores is in `evaluation.boards`."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import describe_at_work
from annotation_site.previews.views import lead_to_job
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from evaluation.projects.access import admits_with_test_sets
from evaluation.projects.job_names import TEST_SET_IMPORT
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.queries import (
    WORK_ON_TEST_SETS,
    jobs_of_imports,
    jobs_of_test_set,
    list_test_sets,
)

PAGE_SIZE = 25
TAB = "evaluation:test_sets"
# A test set's own pages are about results. In a project of another kind they stand under its test sets.
BOARDS = "evaluation:boards"


@require_safe
@admits_with_test_sets(can_see_results)
def test_sets(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every test set of the project, newest first."""
    project = request.project
    jobs = describe_at_work(request.user, jobs_of_imports(project)[:PAGE_SIZE])
    context = {
        **project_context(request.user, project, TAB),
        "page_name": "Test sets",
        "page": Paginator(list_test_sets(project), PAGE_SIZE).get_page(request.GET.get("page")),
        **jobs,
    }
    return render(request, "evaluation/test_sets/test_sets.html", context)


@require_safe
@admits_with_test_sets(can_see_results)
def test_set_of_job(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Redirect from a job to the test set it made or worked on, or to what was deleted if that is gone."""
    project = request.project
    kinds = [TEST_SET_IMPORT, *WORK_ON_TEST_SETS]
    job = get_object_or_404(Job.objects.for_user(request.user), project=project, kind__in=kinds, pk=pk)
    number = job.result.get("test_set") or job.parameters.get("test_set")
    test_set = TestSet.objects.for_user(request.user).filter(project=project, pk=number).first()
    if test_set is None:
        if not can_manage(request.user, project):
            raise Http404("The test set was deleted.")
        return redirect("projects:deletions", slug)
    return redirect("evaluation:test_set", slug, test_set.pk)


@require_safe
@admits_with_test_sets(can_see_results, is_fragment=True)
def test_set_jobs(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the part of the page that changes while jobs are at work; reload the page when all are done."""
    test_set = open_test_set(request, pk)
    context = {"project": test_set.project, "test_set": test_set, **describe_jobs(request, test_set)}
    answer = render(request, "evaluation/test_sets/_test_set_jobs.html", context)
    if not context["is_working"]:
        answer["HX-Refresh"] = "true"
    return answer


def lead_to_test_set(job: Job) -> HttpResponseRedirect:
    """Redirect to the test set that a job works on, where its state is shown, or to the job itself if it failed."""
    if job.state in (Job.State.FAILED, Job.State.CANCELLED):
        return lead_to_job(job)
    return redirect("evaluation:test_set", job.project.slug, job.parameters["test_set"])


def open_test_set(request: SignedInRequest, pk: int) -> TestSet:
    """Return a test set of the project that the user manages or adjudicates, or raise 404."""
    project = request.project
    test_set: TestSet = get_object_or_404(TestSet.objects.for_user(request.user), project=project, pk=pk)
    test_set.project = project
    return test_set


def find_previewed_test_set(project: Project, preview: Job) -> TestSet:
    """Return the test set that a preview's job names, or raise Http404."""
    test_set: TestSet = get_object_or_404(TestSet, project=project, pk=preview.parameters["test_set"])
    return test_set


def test_set_context(request: SignedInRequest, test_set: TestSet, page_name: str) -> dict[str, Any]:
    """Return the template context shared by the pages of a test set."""
    return {**project_context(request.user, test_set.project, BOARDS), "page_name": page_name, "test_set": test_set}


def describe_jobs(request: SignedInRequest, test_set: TestSet) -> dict[str, Any]:
    """Return what is at work on the test set, for templates."""
    return describe_at_work(request.user, jobs_of_test_set(test_set)[:PAGE_SIZE])
