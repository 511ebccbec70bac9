"""Handing in the alignment of a translation or of the reference."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from evaluation.alignments.forms import AlignmentForm
from evaluation.alignments.services import add_alignment, add_released_alignment
from evaluation.projects.access import open_translation_project
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.queries import releases_for_test_sets
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def alignment_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Hand in, or take from a release, links between the source and a system's translations, or the reference."""
    project = open_translation_project(request.user, slug, can_manage)
    found = open_test_set(request, slug, pk)
    releases = releases_for_test_sets(request.user, project)
    form = AlignmentForm(request.POST or None, request.FILES or None, test_set=found, releases=releases)
    if request.method == "POST" and form.is_valid():
        try:
            job = _add(request, project, found, form)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            if job.state in (Job.State.FAILED, Job.State.CANCELLED):
                return redirect("projects:job", slug, job.pk)
            return redirect("evaluation:test_set", slug, found.pk)
    context = {**test_set_context(request, found, "Add an alignment"), "form": form}
    return render(request, "evaluation/alignments/alignment_new.html", context, status=400 if form.errors else 200)


def _add(request: SignedInRequest, project: Project, found: TestSet, form: AlignmentForm) -> Job:
    shared: dict[str, Any] = {"user": request.user, "project": project, "test_set": found}
    if release := form.cleaned_data.get("release"):
        return add_released_alignment(**shared, translation=form.find_translation(), release=release)
    return add_alignment(**shared, **form.service_arguments())
