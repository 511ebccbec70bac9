"""Storage of the site, for operators: what is kept for how long, and how much may be used."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.accounts.models import User
from annotation_site.operators.forms import QuotaForm
from annotation_site.operators.queries.people import open_person
from annotation_site.operators.queries.projects import open_measured_project
from annotation_site.operators.queries.storage import count_release_bytes, list_due, list_uses
from annotation_site.operators.services.quotas import set_person_quota, set_project_quota
from annotation_site.projects.abilities import require_operator
from annotation_site.projects.access import OPERATORS, SignedInRequest, admits
from annotation_site.projects.models import Project


@require_safe
@admits(OPERATORS)
@never_cache
def storage(request: SignedInRequest) -> HttpResponse:
    """Show what the site holds, and the terms for which things are kept."""
    require_operator(request.user)
    context = {"uses": list_uses(None), "release_bytes": count_release_bytes(), "due": list_due()}
    return render(request, "operators/storage.html", context)


@require_POST
@admits(OPERATORS)
def person_quota(request: SignedInRequest, pk: int) -> HttpResponse:
    """Set one quota of a person."""
    person = open_person(request.user, pk)
    if (form := _read_form(request, person)) is not None:
        set_person_quota(user=request.user, person=person, name=form.cleaned_data["name"], amount=form.read_amount())
    return redirect("projects:person", pk)


@require_POST
@admits(OPERATORS)
def project_quota(request: SignedInRequest, slug: str) -> HttpResponse:
    """Set one quota of a project."""
    project = open_measured_project(request.user, slug)
    if (form := _read_form(request, project)) is not None:
        set_project_quota(user=request.user, project=project, name=form.cleaned_data["name"], amount=form.read_amount())
    return redirect("projects:project_operation", slug)


def _read_form(request: SignedInRequest, holder: User | Project) -> QuotaForm | None:
    """Return the form if it is valid, and say what became of it."""
    uses = {use.quota.name: use for use in list_uses(holder)}
    use = uses.get(request.POST.get("name", ""))
    if use is None:
        raise Http404("There is no such quota.")
    form = QuotaForm(use, request.POST)
    if form.is_valid():
        messages.success(request, "The quota was saved.")
        return form
    messages.error(request, "A quota is a whole number, or empty for the setting of the site. Nothing was changed.")
    return None
