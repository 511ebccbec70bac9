"""Choosing sentence pairs with unseen and rare words: upload, see what was chosen and why, take it in."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from alignment.imports.services import IMPORT
from alignment.projects.access import open_project
from alignment.selection import SelectionSettings
from alignment.selection.forms import SelectionForm, SettingsForm, describe_settings
from alignment.selection.report import (
    SIDES,
    plot_coverage,
    plot_lengths,
    tell_coverage,
    tell_reasons,
    tell_stages,
    tell_target_words,
)
from alignment.selection.services import SELECTION, confirm_selection, request_selection, select_again
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import keeping_uploads
from annotation_site.jobs.views import job_context
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import Language, find_language
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def selection_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Hand a large text and its training text in; a job chooses."""
    project = open_project(request.user, slug, can_manage)
    form = SelectionForm(
        request.POST or None, request.FILES or None, initial={"request_id": uuid4()}, **_language_names(project)
    )
    if request.method == "POST" and form.is_valid():
        try:
            job = _request(request, project, form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            return redirect("alignment:selection", project.slug, job.pk)
    earlier = project.jobs.filter(kind=SELECTION).order_by("-pk")[:5]
    context = {**_context(request, project), "page_name": "Choose sentences", "form": form, "earlier": earlier}
    return render(request, "alignment/selection/selection_new.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@login_required
def selection(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """What was chosen; polls while the job works."""
    project = open_project(request.user, slug, can_manage)
    return _show(request, project, _open(project, job_pk))


@require_POST
@never_cache
@login_required
def selection_again(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """Choose from the same files with other settings."""
    project = open_project(request.user, slug, can_manage)
    earlier = _open(project, job_pk)
    form = SettingsForm(request.POST, auto_id="again_%s", **_language_names(project))
    if not form.is_valid():
        return _show(request, project, earlier, form=form)
    job = select_again(
        user=request.user,
        project=project,
        selection=earlier,
        settings=form.cleaned_data["settings"],
        request_id=form.cleaned_data["request_id"],
    )
    return redirect("alignment:selection", project.slug, job.pk)


@require_POST
@never_cache
@login_required
def selection_confirm(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """Import the chosen pairs with their target words."""
    project = open_project(request.user, slug, can_manage)
    found = _open(project, job_pk)
    try:
        job = confirm_selection(user=request.user, project=project, selection=found)
    except DomainError as error:
        return _show(request, project, found, fault=error)
    return redirect("projects:job", project.slug, job.pk)


def _request(request: SignedInRequest, project: Project, fields: dict[str, Any]) -> Job:
    """Store the files and ask; the same form sent again gives the job it gave before."""
    earlier: Job | None = project.jobs.filter(kind=SELECTION, idempotency_key=str(fields["request_id"])).first()
    if earlier is not None:
        return earlier
    names = ("text_format", "tokens", "encoding", "training_kind", "settings", "request_id")
    with keeping_uploads(user=request.user, project=project) as keep:
        files = ("first_file", "second_file", "source_training", "target_training")
        kept = {name: keep(file) if (file := fields[name]) else None for name in files}
        return request_selection(
            user=request.user,
            project=project,
            uploads=[upload for name in files[:2] if (upload := kept[name])],
            source_training=kept["source_training"],
            target_training=kept["target_training"],
            **{name: fields[name] for name in names},
        )


def _open(project: Project, job_pk: int) -> Job:
    jobs = project.jobs.select_related("project", "requested_by")
    found: Job = get_object_or_404(jobs, pk=job_pk, kind=SELECTION)
    return found


def _show(
    request: SignedInRequest,
    project: Project,
    found: Job,
    *,
    form: SettingsForm | None = None,
    fault: DomainError | None = None,
) -> HttpResponse:
    settings = SelectionSettings.from_json(found.parameters["settings"])
    initial = {**describe_settings(settings), "request_id": uuid4()}
    context = {
        **_context(request, project),
        **job_context(found),
        "page_name": "Chosen sentences",
        "selection": found,
        "fault": fault,
        "form": form or SettingsForm(initial=initial, auto_id="again_%s", **_language_names(project)),
        "imported": project.jobs.filter(kind=IMPORT, idempotency_key=f"preview-{found.pk}").first(),
    }
    if found.state == Job.State.SUCCEEDED:
        context |= _tell(found.result, context["source_language"], context["target_language"])
    status = 400 if form is not None else fault.status if fault else 200
    return render(request, "alignment/selection/selection.html", context, status=status)


def _tell(result: dict[str, Any], source: Language, target: Language) -> dict[str, Any]:
    names = (source.name, target.name)
    shown = [
        {
            "identifier": pair["identifier"],
            "sides": [
                _mark(pair["source"], pair["source_words"], source),
                _mark(pair["target"], pair["target_words"], target),
            ],
        }
        for pair in result["shown"]
    ]
    return {
        "result": result,
        "words": [(name, sum(result["target_words"][side])) for name, side in zip(names, SIDES, strict=True)],
        "plots": [(side, name, plot_lengths(result, side)) for side, name in zip(SIDES, names, strict=True)],
        "stages": tell_stages(result),
        "classes": tell_target_words(result),
        "coverage": tell_coverage(result),
        "coverage_plots": [
            (side, name, plot) for side, name in zip(SIDES, names, strict=True) if (plot := plot_coverage(result, side))
        ],
        "reasons": tell_reasons(result),
        "shown": shown,
    }


def _mark(tokens: list[str], places: list[int], language: Language) -> dict[str, Any]:
    marked = set(places)
    return {"language": language, "words": [(token, place in marked) for place, token in enumerate(tokens)]}


def _language_names(project: Project) -> dict[str, str]:
    alignment = project.alignment
    return {
        "source": find_language(alignment.source_language).name,
        "target": find_language(alignment.target_language).name,
    }


def _context(request: SignedInRequest, project: Project) -> dict[str, Any]:
    return {
        **project_context(request.user, project, "alignment:import"),
        "settings": project.alignment,
        "source_language": find_language(project.alignment.source_language),
        "target_language": find_language(project.alignment.target_language),
    }
