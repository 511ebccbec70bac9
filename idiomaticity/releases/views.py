"""Page for requesting a release, with a preview of its contents and gaps."""

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation_site.creators.forms import adds_person
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_release
from annotation_site.projects.access import SignedInRequest
from annotation_site.releases.views import as_last_time
from annotation_site.web.forms import refusals_on
from idiomaticity.adjudication.queries import read_queue
from idiomaticity.paraphrases.queries.queue import suggest_decisions
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.releases.forms import ReleaseForm
from idiomaticity.releases.queries.preflight import look_ahead
from idiomaticity.releases.services import RELEASE, request_release


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_release)
def release_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the contents of the next release; POST starts the job that builds it."""
    project = request.project
    form = ReleaseForm(request.POST or None, initial={"request_id": uuid4(), **as_last_time(project)})
    if request.method == "POST" and not adds_person(request, form) and form.is_valid():
        with refusals_on(form):
            job = request_release(user=request.user, project=project, **form.read_request())
            return redirect("projects:job", project.slug, job.pk)
    context = {
        **rating_context(request.user, project, "projects:releases"),
        "page_name": "New release",
        "form": form,
        "number": project.releases.count() + 1,
        "ahead": look_ahead(project),
        "to_adjudicate": sum(not row.is_done and bool(row.reasons) for row in read_queue(project)),
        "suggestions": len(suggest_decisions(project)),
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
        "running": Job.objects.unfinished().filter(project=project, kind=RELEASE).first(),
    }
    return render(request, "idiomaticity/releases/release_new.html", context, status=400 if form.errors else 200)
