"""Pages of training and test files of a searched text: options, results, and the download."""

from typing import Any
from uuid import uuid4

from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import Keep, keep_and_request
from annotation_site.jobs.views import job_context
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.middleware.bodies import takes_files
from evaluation.finding.models import Finding
from evaluation.finding.views.finding import TABS, finding_context, open_finding
from evaluation.projects.job_names import TRAINING_FILES_JOB
from evaluation.training_text.forms import TrainingFilesForm
from evaluation.training_text.jobs.texts import open_made_file
from evaluation.training_text.services import DEFAULT_PIECES, request_training_files

SHOWN_PHRASES = 200


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def training_files_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for dividing, marking and extending the text; POST starts the job."""
    finding = open_finding(request, pk)
    form = TrainingFilesForm(
        request.POST or None, request.FILES or None, initial={"request_id": uuid4()}, finding=finding
    )
    return answer_upload(
        request,
        form,
        lambda: _request(request, finding, form.cleaned_data),
        template="evaluation/training_text/training_files_new.html",
        context=finding_context(request, finding, "Training files"),
    )


def _request(request: SignedInRequest, finding: Finding, fields: dict[str, Any]) -> Job:
    names = ("hits", "condition", "times", "seed", "tokens", "most_words", "length_ratio", "subwords", "request_id")

    def ask(keep: Keep) -> Job:
        dictionary, *back = (
            keep(file) if (file := fields[name]) else None for name in ("dictionary", "back_source", "back_target")
        )
        return request_training_files(
            user=request.user,
            finding=finding,
            marking=fields.get("marking", ""),
            pieces=fields["pieces"] or DEFAULT_PIECES,
            dictionary=dictionary,
            back_translated=[upload for upload in back if upload],
            **{name: fields[name] for name in names},
        )

    return keep_and_request(
        ask,
        user=request.user,
        project=finding.project,
        kinds=[TRAINING_FILES_JOB],
        request_id=fields["request_id"],
    )


@require_safe
@admits(can_manage)
@never_cache
def training_files(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the files' contents; the page polls while the job is running."""
    project, job = _open(request, pk)
    result = job.result if job.state == Job.State.SUCCEEDED else {}
    context = {
        **project_context(request.user, project, TABS[Project.Kind(project.kind)]),
        **job_context(job),
        "page_name": "Training files",
        "made": job,
        "result": result,
        "finding": Finding.objects.get(pk=job.parameters["finding"]),
        "phrases": sorted(result.get("phrases", {}).items())[:SHOWN_PHRASES],
    }
    return render(request, "evaluation/training_text/training_files.html", context)


@require_safe
@admits(can_manage)
@never_cache
def training_files_download(request: SignedInRequest, slug: str, pk: int) -> FileResponse:
    """Return the zip as an attachment."""
    _, job = _open(request, pk)
    file, name = open_made_file(job)
    answer = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _open(request: SignedInRequest, pk: int) -> tuple[Project, Job]:
    project = request.project
    jobs = Job.objects.for_user(request.user).select_related("project", "requested_by")
    job: Job = get_object_or_404(jobs, project=project, kind=TRAINING_FILES_JOB, pk=pk)
    return project, job
