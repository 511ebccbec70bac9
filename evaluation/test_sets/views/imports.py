"""Taking a test set in: the files, what they hold, and confirming it."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import keeping_uploads
from annotation_site.jobs.views import job_context
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.outputs import TEST_SET_PREVIEW
from evaluation.marks.text_marks import mark_spans
from evaluation.projects.access import open_translation_project
from evaluation.test_sets.forms import ColumnsForm, TestSetForm
from evaluation.test_sets.queries import releases_for_test_sets
from evaluation.test_sets.released_segments import TOGETHER
from evaluation.test_sets.services import confirm_test_set, request_test_set_preview
from evaluation.test_sets.views.test_sets import TAB


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def test_set_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Hand the files in; a job looks at them and the next page shows what it found."""
    project = open_translation_project(request.user, slug, can_manage)
    form = TestSetForm(
        request.POST or None,
        request.FILES or None,
        initial={"request_id": uuid4()},
        releases=releases_for_test_sets(request.user, project),
    )
    if request.method == "POST" and form.is_valid():
        try:
            job = _request_preview(request, project, form)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            return redirect("evaluation:test_set_preview", project.slug, job.pk)
    context = {**project_context(request.user, project, TAB), "page_name": "New test set", "form": form}
    return render(request, "evaluation/test_sets/test_set_new.html", context, status=400 if form.errors else 200)


def _request_preview(request: SignedInRequest, project: Project, form: TestSetForm) -> Job:
    """Store the files and ask; the same form sent again gives the job it gave before, and files that are refused are
    not kept."""
    request_id = form.cleaned_data["request_id"]
    earlier: Job | None = project.jobs.filter(kind=TEST_SET_PREVIEW, idempotency_key=str(request_id)).first()
    if earlier is not None:
        return earlier
    files, references = form.given_files()
    with keeping_uploads(user=request.user, project=project) as keep:
        return request_test_set_preview(
            user=request.user,
            project=project,
            name=form.cleaned_data["name"],
            files={part: keep(file) for part, file in files.items()},
            references=[keep(file) for file in references],
            release=form.cleaned_data["release"],
            grouping=form.cleaned_data["grouping"] or TOGETHER,
            request_id=request_id,
        )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def test_set_preview(request: SignedInRequest, slug: str, job_pk: int) -> HttpResponse:
    """What the files hold; of a table, which column is what. Confirmed, the test set is imported."""
    project = open_translation_project(request.user, slug, can_manage)
    jobs = Job.objects.for_user(request.user).select_related("project", "requested_by")
    preview: Job = get_object_or_404(jobs.filter(project=project, kind=TEST_SET_PREVIEW), pk=job_pk)
    result = preview.result if preview.state == Job.State.SUCCEEDED else {}
    form, fault = None, None
    if "columns" in result:
        proposed = result["proposed"]
        form = ColumnsForm(request.POST or None, columns=result["columns"], proposed=proposed, initial=proposed)
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            columns = form.cleaned_data if form else None
            job = confirm_test_set(user=request.user, project=project, preview=preview, columns=columns)
        except DomainError as error:
            fault = error
        else:
            return redirect("projects:job", slug, job.pk)
    context = {
        **project_context(request.user, project, TAB),
        "page_name": "Preview",
        "preview": preview,
        "result": result,
        "segments": [] if form else [_mark(row) for row in result.get("shown", [])],
        "form": form,
        "fault": fault,
        **job_context(preview),
    }
    status = fault.status if fault else 400 if form and form.errors else 200
    return render(request, "evaluation/test_sets/test_set_preview.html", context, status=status)


def _mark(row: dict[str, Any]) -> dict[str, Any]:
    """A segment of a preview with what is marked in it; spans are of the first reference."""
    first, *others = row["references"] or [""]
    return {
        "source": mark_spans(row["source"], row.get("source_spans", ())),
        "references": [mark_spans(first, row.get("reference_spans", ())), *([(text, "")] for text in others)],
        "labels": row["labels"],
    }
