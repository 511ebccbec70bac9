"""Bringing in a campaign that was annotated elsewhere: upload, look at what was found, say whose work it is."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from alignment.imported_annotation.forms import FORMATS, AnnotatorsForm, CampaignForm
from alignment.imported_annotation.services import (
    READINGS_IMPORT,
    READINGS_PREVIEW,
    confirm_readings_import,
    request_readings_preview,
)
from alignment.projects.access import open_project
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import keeping_uploads
from annotation_site.jobs.views import job_context
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def readings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Hand the files in; a job looks at them and the next page shows what it found."""
    project = open_project(request.user, slug, can_manage)
    form = CampaignForm(request.POST or None, request.FILES or None, initial={"request_id": uuid4()})
    if request.method == "POST" and form.is_valid():
        try:
            job = _request_preview(request, project, form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            return redirect("alignment:readings_preview", project.slug, job.pk)
    context = _context(request, project) | {"page_name": "Finished annotation", "form": form}
    return render(request, "alignment/imported_annotation/readings.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@login_required
def readings_preview(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """Whose readings were found, of how many pairs, and what would be left out; polls while the job reads."""
    project = open_project(request.user, slug, can_manage)
    return _show_preview(request, project, _open_preview(project, job_pk))


@require_POST
@never_cache
@login_required
def readings_confirm(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """Start the import; its job shows how far it is."""
    project = open_project(request.user, slug, can_manage)
    preview = _open_preview(project, job_pk)
    form = _annotators_form(project, preview, request.POST)
    if not form.is_valid():
        return _show_preview(request, project, preview, form=form, status=400)
    try:
        job = confirm_readings_import(
            user=request.user,
            project=project,
            preview=preview,
            annotators=form.annotators(),
            leave_out_rejected=form.cleaned_data["leave_out_rejected"],
        )
    except DomainError as error:
        form.add_error(None, error.sentence)
        return _show_preview(request, project, preview, form=form, status=error.status)
    return redirect("projects:job", project.slug, job.pk)


def _request_preview(request: SignedInRequest, project: Project, fields: dict[str, Any]) -> Job:
    """Store the files and ask for the preview; the same form sent again gives the job it gave before."""
    earlier = project.jobs.filter(kind=READINGS_PREVIEW, idempotency_key=str(fields["request_id"])).first()
    if earlier is not None:
        return earlier
    with keeping_uploads(user=request.user, project=project) as keep:
        return request_readings_preview(
            user=request.user,
            project=project,
            uploads=[keep(file) for file in fields["reading_files"]],
            **{key: fields[key] for key in ("alignment_format", "is_reversed", "request_id")},
        )


def _open_preview(project: Project, job_pk: int) -> Job:
    jobs = project.jobs.select_related("project", "requested_by")
    found: Job = get_object_or_404(jobs, pk=job_pk, kind=READINGS_PREVIEW)
    return found


def _annotators_form(project: Project, preview: Job, data: Any = None) -> AnnotatorsForm:
    members = project.memberships.active().annotators().select_related("user")
    return AnnotatorsForm(data, readers=preview.result.get("readers", []), members=members.order_by("pk"))


def _show_preview(
    request: SignedInRequest, project: Project, preview: Job, form: AnnotatorsForm | None = None, status: int = 200
) -> HttpResponse:
    result = preview.result if preview.state == Job.State.SUCCEEDED else None
    context = {
        **_context(request, project),
        **job_context(preview),
        "page_name": "What was found",
        "preview": preview,
        "result": result,
        "format_label": FORMATS[preview.parameters["format"]][0],
        "imported": project.jobs.filter(kind=READINGS_IMPORT, idempotency_key=f"preview-{preview.pk}").first(),
    }
    if result:
        context["form"] = form or _annotators_form(project, preview)
    return render(request, "alignment/imported_annotation/readings_preview.html", context, status=status)


def _context(request: SignedInRequest, project: Project) -> dict[str, Any]:
    return {
        **project_context(request.user, project, "alignment:import"),
        "source_language": find_language(project.alignment.source_language),
        "target_language": find_language(project.alignment.target_language),
    }
