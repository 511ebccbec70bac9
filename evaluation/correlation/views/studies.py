"""Handing in what people said in a finished study."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation_site.projects.abilities import can_manage
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from evaluation.correlation.forms import StudyForm
from evaluation.correlation.services import import_human_study
from evaluation.projects.access import open_translation_project
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def study_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Hand in what people said in a finished study."""
    project = open_translation_project(request.user, slug, can_manage)
    found = open_test_set(request, slug, pk)
    form = StudyForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            job = import_human_study(
                user=request.user,
                project=project,
                test_set=found,
                name=form.cleaned_data["name"],
                file=file,
                file_name=file.name,
            )
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            return redirect("projects:job", slug, job.pk)
    context = {**test_set_context(request, found, "Judgements of a finished study"), "form": form}
    return render(request, "evaluation/correlation/study_new.html", context, status=400 if form.errors else 200)
