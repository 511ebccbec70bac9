"""Asking for a release, after a look at what it would hold."""

from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from alignment.forms import ReleaseForm
from alignment.models import AlignmentSettings
from alignment.progress import count_disputes, count_pairs, sum_agreement
from alignment.services.releases import RELEASE, request_release
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.models import Job, Role
from annotation_site.projects.navigation import project_context
from annotation_site.projects.views.access import SignedInRequest, open_project

Policy = AlignmentSettings.GoldPolicy
OPEN_LINKS = {
    Policy.WAGS: "Under WAGS they become Possible.",
    Policy.OCH_NEY: "Under Och & Ney they become Possible.",
    Policy.MAJORITY: "Under the majority policy a link stays if more than half drew it.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def release_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """What the next release would hold; asking for it starts the job that builds it."""
    project = open_project(request.user, slug, Role.MANAGER)
    form = ReleaseForm(request.POST or None, initial={"request_id": uuid4()})
    if request.method == "POST" and form.is_valid():
        try:
            job = request_release(user=request.user, project=project, **form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            return redirect("projects:job", project.slug, job.pk)
    context = {
        **project_context(request.user, project, "projects:releases"),
        "page_name": "New release",
        "form": form,
        "number": project.releases.count() + 1,
        "pairs": count_pairs(project),
        "disputes": count_disputes(project),
        "open_links": OPEN_LINKS[Policy(project.alignment.gold_policy)],
        "policy": Policy(project.alignment.gold_policy).label,
        "agreement": sum_agreement(project),
        "guideline": project.guidelines.only("version", "created_at", "project_id").first(),
        "running": Job.objects.unfinished().filter(project=project, kind=RELEASE).first(),
    }
    return render(request, "alignment/release_new.html", context, status=400 if form.errors else 200)
