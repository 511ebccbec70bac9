"""Pages of a machine: adding one, what it is and what its answers are used for, and keys of its program."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.machines.forms import KeyForm, MachineForm
from annotation_site.machines.kinds import find_tasks
from annotation_site.machines.models import Machine, MachineKey
from annotation_site.machines.queries import list_machines
from annotation_site.machines.services import add_machine, create_key, declare_machine, remove_machine, revoke_key
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import refusals_on
from annotation_site.web.middleware.compression import shows_secret

DECLARED = ("name", "model", "version", "prompt", "licence", "dated", "use")


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def machine_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Add a machine."""
    project = request.project
    uses = find_tasks(project).uses
    form = MachineForm(request.POST or None, uses=uses, initial={"dated": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            machine = add_machine(user=request.user, project=project, **form.cleaned_data)
            messages.success(request, f"{machine.name} was added as {machine.pseudonym}.")
            return redirect("projects:machine", slug, machine.pk)
    context = {**project_context(request.user, project, "projects:members"), "page_name": "Add a machine", "form": form}
    return render(request, "machines/machine_new.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
def machine(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show a machine; POST changes what it is declared to be."""
    project, machine = _open(request, pk)
    if request.method != "POST":
        return _render(request, project, machine)
    form = MachineForm(request.POST, uses=find_tasks(project).uses)
    if form.is_valid():
        with refusals_on(form):
            declare_machine(user=request.user, machine=machine, **form.cleaned_data)
            messages.success(request, "Saved.")
            return redirect("projects:machine", slug, pk)
    return _render(request, project, machine, form=form)


@require_POST
@admits(can_manage)
def machine_remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    _, machine = _open(request, pk)
    remove_machine(user=request.user, machine=machine)
    messages.success(request, f"{machine.name} was removed. Its answers stay, and releases still name it.")
    return redirect("projects:members", slug)


@require_POST
@admits(can_manage)
@never_cache
@shows_secret
def key_create(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Create a key and show it, only this once."""
    project, machine = _open(request, pk)
    form = KeyForm(request.POST)
    if not form.is_valid():
        return _render(request, project, machine, key_form=form)
    if not form.claim(request.user):
        messages.warning(request, "This key has already been shown. If you lost it, revoke it and create a new one.")
        return redirect("projects:machine", slug, pk)
    try:
        key, secret = create_key(user=request.user, machine=machine, days=form.cleaned_data["days"])
    except DomainError as error:
        form.give_back(request.user)
        form.add_error(None, error.sentence)
        return _render(request, project, machine, key_form=form)
    return _render(request, project, machine, new_key=key, secret=secret)


@require_POST
@admits(can_manage)
def key_revoke(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Revoke a key, and go back to its machine."""
    project = request.project
    key = get_object_or_404(MachineKey.objects.select_related("machine__project"), machine__project=project, pk=pk)
    revoke_key(user=request.user, key=key)
    messages.success(request, "The key was revoked.")
    return redirect("projects:machine", slug, key.machine_id)


def _open(request: SignedInRequest, pk: int) -> tuple[Project, Machine]:
    project = request.project
    return project, get_object_or_404(list_machines(project).select_related("project"), pk=pk)


def _render(
    request: SignedInRequest,
    project: Project,
    found: Machine,
    *,
    form: MachineForm | None = None,
    key_form: KeyForm | None = None,
    **more: Any,
) -> HttpResponse:
    tasks = find_tasks(project)
    declared = {name: getattr(found, name) for name in DECLARED}
    context = {
        **project_context(request.user, project, "projects:members"),
        "page_name": found.name,
        "machine": found,
        "form": form or MachineForm(initial=declared, uses=tasks.uses),
        "key_form": key_form or KeyForm(),
        "keys": MachineKey.objects.usable().filter(machine=found).select_related("created_by"),
        "secret": "",
        **more,
    }
    return render(request, "machines/machine.html", context, status=400 if form or key_form else 200)
