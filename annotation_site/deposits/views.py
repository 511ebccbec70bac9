"""The page on which a manager deposits a release."""

from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.accounts.models import User
from annotation_site.deposits.forms import DepositForm
from annotation_site.deposits.services import find_running, forget_draft, request_deposit
from annotation_site.projects.abilities import can_release
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.releases.models import Release
from annotation_site.web.forms import refusals_on


@sensitive_post_parameters("token")
@sensitive_variables("form")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_release)
def deposit(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Ask for a repository and a token; POST starts the job."""
    project = request.project
    release = _open_release(request.user, project, number)
    known = getattr(release, "deposit", None)
    first = {"software": known.software, "address": known.address} if known else {}
    form = DepositForm(request.POST or None, initial={"request_id": uuid4(), **first})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            job = request_deposit(user=request.user, release=release, **form.cleaned_data)
            return redirect("projects:job", slug, job.pk)
    context = {
        **project_context(request.user, project, "projects:releases"),
        "page_name": "Deposit",
        "form": form,
        "release": release,
        "deposit": known,
        "has_hosts": bool(settings.OUTGOING_HOSTS),
        "running": find_running(known) if known else None,
    }
    return render(request, "deposits/deposit.html", context, status=400 if form.errors else 200)


@require_POST
@admits(can_release)
def deposit_forget(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Forget the draft of a release."""
    project = request.project
    forget_draft(user=request.user, release=_open_release(request.user, project, number))
    messages.success(request, "The draft was forgotten. You can deposit the release elsewhere.")
    return redirect("projects:deposit", slug, number)


def _open_release(user: User, project: Project, number: int) -> Release:
    releases = Release.objects.for_user(user).select_related("deposit", "project").defer("manifest")
    release: Release = get_object_or_404(releases, project=project, number=number)
    return release
