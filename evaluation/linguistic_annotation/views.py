"""Adding lemmas and parts of speech to a text that is there already."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_manage
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from evaluation.linguistic_annotation.forms import AnnotationForm
from evaluation.linguistic_annotation.services import add_annotation
from evaluation.projects.access import open_translation_project
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def annotation_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Hand in CoNLL-U of the source, of a reference, or of what a system put out."""
    project = open_translation_project(request.user, slug, can_manage)
    found = open_test_set(request, slug, pk)
    form = AnnotationForm(request.POST or None, request.FILES or None, test_set=found)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            job = add_annotation(
                user=request.user,
                project=project,
                test_set=found,
                of=form.find_text(),
                file=file,
                file_name=file.name,
            )
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            if job.state in (Job.State.FAILED, Job.State.CANCELLED):
                return redirect("projects:job", slug, job.pk)
            return redirect("evaluation:test_set", slug, found.pk)
    context = {**test_set_context(request, found, "Add lemmas"), "form": form}
    return render(
        request, "evaluation/linguistic_annotation/annotation_new.html", context, status=400 if form.errors else 200
    )
