"""Projects of the whole site, for operators: size, last activity, and what can be done to one."""

from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.closing.forms import DeleteForm
from annotation_site.closing.queries import count_contents, list_acts
from annotation_site.closing.services.closing import archive_project, delete_project, restore_project
from annotation_site.operators.forms import ManagerForm, QuotaForm
from annotation_site.operators.queries.projects import (
    STATES,
    count_projects,
    list_erased,
    list_managers,
    list_projects,
    open_measured_project,
)
from annotation_site.operators.queries.storage import list_uses
from annotation_site.operators.services.projects import appoint_manager
from annotation_site.projects.abilities import require_operator
from annotation_site.projects.access import OPERATORS, SignedInRequest, admits
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.web.forms import refusals_on
from annotation_site.web.pagination import PAGE_SIZE, filtered_page, read_search


@require_safe
@admits(OPERATORS)
@never_cache
def all_projects(request: SignedInRequest) -> HttpResponse:
    """Show every project by name, found by its name or address."""
    require_operator(request.user)
    search = read_search(request)
    counts = count_projects(request.user, search)
    page = filtered_page(request, STATES, counts, lambda state: list_projects(request.user, state=state, search=search))
    context = {**page, "search": search, "has_erased": list_erased(request.user).exists()}
    return render(request, "operators/projects/projects.html", context)


@require_safe
@admits(OPERATORS)
@never_cache
def erased_projects(request: SignedInRequest) -> HttpResponse:
    """Show what is kept of erased projects: who deleted them when, and by which hash a copy of a release is known."""
    require_operator(request.user)
    page = Paginator(list_erased(request.user), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "operators/projects/erased.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@admits(OPERATORS)
@never_cache
def project_operation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show one project; POST appoints a manager."""
    project = open_measured_project(request.user, slug)
    form = ManagerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, "address"):
            membership = appoint_manager(user=request.user, project=project, address=form.cleaned_data["address"])
            messages.success(request, f"{membership.user} manages the project now.")
            return redirect("projects:project_operation", slug)
    context = {
        "project": project,
        "noun": find_kind(project.kind).noun,
        "contents": count_contents(project),
        "managers": list_managers(project),
        "quotas": [(use, QuotaForm(use)) for use in list_uses(project)],
        "acts": list_acts(project),
        "form": form,
    }
    return render(request, "operators/projects/project.html", context, status=400 if form.errors else 200)


def project_step(service: Callable[..., Project], sentence: str) -> Callable[..., HttpResponse]:
    """Return the view of a step that is taken with a project and told in a sentence that names it."""

    @require_POST
    @admits(OPERATORS)
    def step(request: SignedInRequest, slug: str) -> HttpResponse:
        project = service(user=request.user, project=open_measured_project(request.user, slug))
        messages.success(request, sentence.format(project=project.name))
        return redirect("projects:project_operation", slug)

    return step


project_archive = project_step(archive_project, "“{project}” was archived.")
project_restore = project_step(restore_project, "“{project}” was restored.")


@require_http_methods(["GET", "HEAD", "POST"])
@admits(OPERATORS)
@never_cache
def project_remove(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say what deleting does, then delete, once the name is typed."""
    return _remove(request, open_measured_project(request.user, slug))


@reauthentication_required(allow_get=True)
def _remove(request: SignedInRequest, project: Project) -> HttpResponse:
    form = DeleteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, "name"):
            deleted = delete_project(user=request.user, project=project, name=form.cleaned_data["name"])
            messages.success(
                request, f"“{deleted.name}” was deleted. It can be restored until {deleted.erased_at:%-d %B %Y}."
            )
            return redirect("projects:project_operation", project.slug)
    context = {
        "project": project,
        "noun": find_kind(project.kind).noun,
        "contents": count_contents(project),
        "form": form,
        "days": settings.PROJECT_GRACE_DAYS,
    }
    return render(request, "operators/projects/delete.html", context, status=400 if form.errors else 200)
