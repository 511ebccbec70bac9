"""Bringing compounds or ratings in: upload, look at what was found, mend, confirm."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.uploads import keeping_uploads
from annotation_site.jobs.views import job_context
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from idiomaticity.imports.forms import AgainForm, ConfirmForm, UploadForm
from idiomaticity.imports.services import (
    COMPOUND_PREVIEW,
    IMPORTS,
    RATING_PREVIEW,
    confirm_import,
    request_compound_preview,
    request_rating_preview,
)
from idiomaticity.projects.access import open_project, rating_context
from idiomaticity.ratings.queries import cut_sentence

KINDS = {"compounds": COMPOUND_PREVIEW, "ratings": RATING_PREVIEW}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_files(request: SignedInRequest, slug: str) -> HttpResponse:
    """Hand files in; a job looks at them and the next page shows what it found."""
    project = open_project(request.user, slug, can_manage)
    form = UploadForm(request.POST or None, request.FILES or None, initial={"request_id": uuid4()})
    if request.method == "POST" and form.is_valid():
        try:
            job = _request_preview(request, project, form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            return redirect("idiomaticity:import_preview", project.slug, job.pk)
    context = {**rating_context(request.user, project, "idiomaticity:import"), "page_name": "Import", "form": form}
    return render(request, "idiomaticity/imports/import.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@login_required
def import_preview(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """What an import would take in and what could not be placed; polls while the job reads."""
    project = open_project(request.user, slug, can_manage)
    return _show_preview(request, project, _open_preview(project, job_pk))


@require_POST
@never_cache
@login_required
def import_again(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """Look at the same files again, with what was written on the page about where compounds stand."""
    project = open_project(request.user, slug, can_manage)
    preview = _open_preview(project, job_pk)
    form = AgainForm(request.POST)
    if preview.kind != COMPOUND_PREVIEW or not form.is_valid():
        return redirect("idiomaticity:import_preview", project.slug, preview.pk)
    uploads = {upload.pk: upload for upload in Upload.objects.filter(pk__in=preview.parameters["uploads"])}
    try:
        job = request_compound_preview(
            user=request.user,
            project=project,
            uploads=[uploads[pk] for pk in preview.parameters["uploads"]],
            request_id=form.cleaned_data["request_id"],
            encoding=preview.parameters["encoding"],
            corrections={**preview.parameters["corrections"], **form.read_corrections()},
        )
    except DomainError as error:
        return _show_preview(request, project, preview, fault=error)
    return redirect("idiomaticity:import_preview", project.slug, job.pk)


@require_POST
@never_cache
@login_required
def import_confirm(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """Start the import; its job shows how far it is."""
    project = open_project(request.user, slug, can_manage)
    preview = _open_preview(project, job_pk)
    form = ConfirmForm(request.POST)
    leave_out = form.is_valid() and form.cleaned_data["leave_out"]
    try:
        job = confirm_import(user=request.user, project=project, preview=preview, leave_out=leave_out)
    except DomainError as error:
        return _show_preview(request, project, preview, fault=error)
    return redirect("projects:job", project.slug, job.pk)


def _request_preview(request: SignedInRequest, project: Project, fields: dict[str, Any]) -> Job:
    """Store the files and ask for the preview; the same form sent again gives the job it gave before."""
    known: dict[str, Any] = {"user": request.user, "project": project}
    kind = KINDS[fields["content"]]
    earlier = project.jobs.filter(kind=kind, idempotency_key=str(fields["request_id"])).first()
    if earlier is not None:
        return earlier
    shared = {**known, "request_id": fields["request_id"], "encoding": fields["encoding"]}
    with keeping_uploads(**known) as keep:
        uploads = [keep(file) for file in fields["uploads"]]
        if kind == COMPOUND_PREVIEW:
            return request_compound_preview(**shared, uploads=uploads)
        return request_rating_preview(**shared, upload=uploads[0])


def _open_preview(project: Project, job_pk: int) -> Job:
    previews = project.jobs.filter(kind__in=IMPORTS).select_related("project", "requested_by")
    found: Job = get_object_or_404(previews, pk=job_pk)
    return found


def _show_preview(
    request: SignedInRequest, project: Project, preview: Job, fault: DomainError | None = None
) -> HttpResponse:
    result = preview.result if preview.state == Job.State.SUCCEEDED else None
    context = {
        **rating_context(request.user, project, "idiomaticity:import"),
        **job_context(preview),
        "page_name": "Import preview",
        "preview": preview,
        "result": result,
        "fault": fault,
        "is_ratings": preview.kind == RATING_PREVIEW,
        "imported": project.jobs.filter(kind=IMPORTS[preview.kind], idempotency_key=f"preview-{preview.pk}").first(),
        "request_id": uuid4(),
        "corrections": preview.parameters["corrections"],
    }
    if result and not context["is_ratings"]:
        context["shown"] = [
            {**each, "sentences": [cut_sentence(row["text"], row["spans"]) for row in each["sentences"]]}
            for each in result["shown"]
        ]
        context["discontinuous"] = [
            {**each, "pieces": cut_sentence(each["text"], each["spans"])} for each in result["discontinuous"]
        ]
    return render(request, "idiomaticity/imports/import_preview.html", context, status=fault.status if fault else 200)
