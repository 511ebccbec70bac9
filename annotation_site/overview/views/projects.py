"""Starting a project and changing its settings, for every kind."""

from uuid import UUID, uuid4

from django.conf import settings as site_settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotation_site.closing.queries import list_acts
from annotation_site.creators.forms import adds_person
from annotation_site.projects.abilities import can_manage, require_creator
from annotation_site.projects.access import CREATORS, SignedInRequest, admits
from annotation_site.projects.contested import present_values_on
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.navigation import project_context
from annotation_site.projects.services.projects import change_settings, start_project
from annotation_site.texts.languages import list_options
from annotation_site.web.forms import refusals_on


@require_http_methods(["GET", "HEAD", "POST"])
@admits(CREATORS)
def new(request: SignedInRequest, project_kind: str) -> HttpResponse:
    """Start a project and go where its data are imported."""
    require_creator(request.user)
    described, request_id = find_kind(project_kind), _read_id(request.GET.get("form", ""))
    if request.method != "POST" and request_id is None:
        # In the address, so that whoever goes back finds the same form and not a new one.
        return redirect(f"{request.path}?form={uuid4()}")
    form = described.form(request.POST or None, initial={"request_id": request_id})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            project, is_new = start_project(user=request.user, kind=project_kind, **form.read_settings())
            if is_new:
                messages.success(
                    request, f"The project is ready. Next: {described.next_step}. The overview lists all steps."
                )
            else:
                messages.info(
                    request, f"You have already created “{project.name}” with this form. No second project was created."
                )
            return redirect(f"{project_kind}:{described.beginning[1]}", project.slug)
    templates = [f"{project_kind}/projects/new.html", "projects/new.html"]
    context = {"form": form, "kind": described, "languages": list_options()}
    return render(request, templates, context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def settings(request: SignedInRequest, slug: str, project_kind: str) -> HttpResponse:
    """Change settings that may change during the work, and explain why others cannot."""
    project = request.project
    described = find_kind(project_kind)
    form = described.open_form(project, request.POST or None)
    form.initial["creators"] = project.creators
    if request.method == "POST" and not adds_person(request.POST, request.user, form) and form.is_valid():
        with refusals_on(form), present_values_on(form):
            change_settings(user=request.user, project=project, **form.read_settings())
            messages.success(request, "The settings were saved.")
            return redirect(request.path)
    context = {
        **project_context(request.user, project, f"{project_kind}:settings"),
        **described.describe(project),
        "page_name": "Settings",
        "form": form,
        "acts": list_acts(project),
        "days": site_settings.PROJECT_GRACE_DAYS,
    }
    templates = [f"{project_kind}/projects/settings.html", "projects/settings.html"]
    return render(request, templates, context, status=400 if form.errors else 200)


def _read_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
