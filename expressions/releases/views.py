"""Page for requesting a release."""

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation_site.creators.forms import adds_person
from annotation_site.projects.abilities import can_release
from annotation_site.projects.access import SignedInRequest
from annotation_site.releases.views import as_last_time
from annotation_site.web.forms import refusals_on
from expressions.projects.access import admits, expression_context
from expressions.releases.forms import ReleaseForm
from expressions.releases.queries import find_unfinished_release, look_ahead
from expressions.releases.services import request_release


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_release)
def release_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what there is to release; POST starts the job that builds it."""
    project = request.project
    initial = {"request_id": uuid4(), **as_last_time(project)}
    form = ReleaseForm(request.POST or None, initial=initial)
    if request.method == "POST" and not adds_person(request, form) and form.is_valid():
        with refusals_on(form):
            job = request_release(user=request.user, project=project, **form.cleaned_data)
            return redirect("projects:job", project.slug, job.pk)
    context = {
        **expression_context(request.user, project, "projects:releases"),
        "page_name": "New release",
        "form": form,
        "number": project.releases.count() + 1,
        "ahead": look_ahead(project),
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
        "running": find_unfinished_release(project),
    }
    return render(request, "expressions/releases/release_new.html", context, status=400 if form.errors else 200)
