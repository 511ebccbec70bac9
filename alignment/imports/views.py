"""Bringing a parallel text in: upload, look at what was found, confirm."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from alignment.imports.forms import FORMATS, AgainForm, ConfirmForm, UploadForm, name_encoding
from alignment.imports.jobs import suggest_format
from alignment.imports.services import IMPORT, PREVIEW, confirm_import, request_import_preview
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
def import_text(request: SignedInRequest, slug: str) -> HttpResponse:
    """Hand files in; a job looks at them and the next page shows what it found."""
    project = open_project(request.user, slug, can_manage)
    context = _context(request, project)
    form = UploadForm(
        request.POST or None,
        request.FILES or None,
        initial={"request_id": uuid4()},
        source=context["source_language"].name,
        target=context["target_language"].name,
    )
    if request.method == "POST" and form.is_valid():
        try:
            job = _request_preview(request, project, form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            return redirect("alignment:import_preview", project.slug, job.pk)
    context |= {"page_name": "Import", "form": form, "settings": project.alignment}
    return render(request, "alignment/imports/import.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@login_required
def import_preview(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """What an import would take in and leave out; polls while the job reads."""
    project = open_project(request.user, slug, can_manage)
    return _show_preview(request, project, _open_preview(project, job_pk))


@require_POST
@never_cache
@login_required
def import_again(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """Read the same files in another format or encoding."""
    project = open_project(request.user, slug, can_manage)
    earlier = _open_preview(project, job_pk)
    asked = earlier.parameters
    form = AgainForm(request.POST, files=len(asked["uploads"]))
    if not form.is_valid():
        raise DomainError("Choose one of the formats and encodings on the page.")
    uploads = {upload.pk: upload for upload in project.uploads.filter(pk__in=asked["uploads"])}
    job = request_import_preview(
        user=request.user,
        project=project,
        uploads=[uploads[pk] for pk in asked["uploads"]],
        text_format=form.cleaned_data["text_format"] or asked["format"],
        tokens=asked["tokens"],
        encoding=form.cleaned_data["encoding"],
        source_words=asked["source_words"],
        target_words=asked["target_words"],
        request_id=form.cleaned_data["request_id"],
    )
    return redirect("alignment:import_preview", project.slug, job.pk)


@require_POST
@never_cache
@login_required
def import_confirm(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """Start the import; its job shows how far it is."""
    project = open_project(request.user, slug, can_manage)
    preview = _open_preview(project, job_pk)
    form = ConfirmForm(request.POST)
    leave_out = form.is_valid() and form.cleaned_data["leave_out_rejected"]
    try:
        job = confirm_import(user=request.user, project=project, preview=preview, leave_out_rejected=leave_out)
    except DomainError as error:
        return _show_preview(request, project, preview, fault=error)
    return redirect("projects:job", project.slug, job.pk)


def _request_preview(request: SignedInRequest, project: Project, fields: dict[str, Any]) -> Job:
    """Store the files and ask for the preview; the same form sent again gives the job it gave before."""
    earlier = project.jobs.filter(kind=PREVIEW, idempotency_key=str(fields["request_id"])).first()
    if earlier is not None:
        return earlier
    names = ("text_format", "tokens", "encoding", "source_words", "target_words", "request_id")
    with keeping_uploads(user=request.user, project=project) as keep:
        return request_import_preview(
            user=request.user,
            project=project,
            uploads=[keep(file) for file in (fields["first_file"], fields["second_file"]) if file],
            **{name: fields[name] for name in names},
        )


def _open_preview(project: Project, job_pk: int) -> Job:
    found: Job = get_object_or_404(project.jobs.select_related("project", "requested_by"), pk=job_pk, kind=PREVIEW)
    return found


def _show_preview(
    request: SignedInRequest, project: Project, preview: Job, fault: DomainError | None = None
) -> HttpResponse:
    result = preview.result if preview.state == Job.State.SUCCEEDED else None
    context = {
        **_context(request, project),
        **job_context(preview),
        "page_name": "Import preview",
        "preview": preview,
        "result": result,
        "fault": fault,
        "imported": project.jobs.filter(kind=IMPORT, idempotency_key=f"preview-{preview.pk}").first(),
    }
    if preview.is_finished and context["imported"] is None:
        context |= _offer_again(preview, result)
    if result:
        files = zip(result["files"], result["encodings"], strict=True)
        context["files"] = [{**file, "encoding": name_encoding(encoding)} for file, encoding in files]
    return render(request, "alignment/imports/import_preview.html", context, status=fault.status if fault else 200)


def _offer_again(preview: Job, result: dict[str, Any] | None) -> dict[str, Any]:
    """The form that reads the stored files otherwise; another format is proposed where this one fits no line."""
    asked = preview.parameters
    fits = bool(result and result["counts"]["pairs"])
    suggested = None if fits else suggest_format(preview)
    initial = {
        "text_format": suggested or asked["format"],
        "encoding": asked["encoding"] or (result["encodings"][0] if result else ""),
        "request_id": uuid4(),
    }
    return {
        "again": AgainForm(initial=initial, auto_id="again_%s", files=len(asked["uploads"])),
        "format_label": FORMATS[asked["format"]][0],
        "suggested_label": FORMATS[suggested][0] if suggested else "",
        "stored": [upload.name for upload in preview.project.uploads.filter(pk__in=asked["uploads"]).order_by("pk")],
    }


def _context(request: SignedInRequest, project: Project) -> dict[str, Any]:
    return {
        **project_context(request.user, project, "alignment:import"),
        "source_language": find_language(project.alignment.source_language),
        "target_language": find_language(project.alignment.target_language),
    }
