"""Background work for people: progress, result, cancelling, retrying."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload, WorkerSighting
from annotation_site.jobs.registry import find_brought, find_result
from annotation_site.jobs.services import cancel_job, dismiss_job, retry_job
from annotation_site.projects.abilities import can_manage, can_run_jobs
from annotation_site.projects.access import STOP_POLLING, SignedInRequest, admits
from annotation_site.projects.checklist import find_next
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.addresses import is_own_address

PAGE_SIZE = 25


@require_safe
@admits(can_run_jobs)
@never_cache
def jobs(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show jobs of the project, newest first."""
    project = request.project
    files = Prefetch("uploads", Upload.objects.order_by("pk"))
    page = Paginator(_jobs(request.user, project).prefetch_related(files), PAGE_SIZE).get_page(request.GET.get("page"))
    context = project_context(request.user, project, "projects:jobs")
    context |= {
        "page_name": "Jobs",
        "page": page,
        "rows": [describe_job(job) for job in page],
        "is_worker_missing": any(not job.is_finished for job in page) and not WorkerSighting.is_any_alive(),
    }
    return render(request, "jobs/jobs.html", context)


@require_safe
@admits(can_run_jobs)
@never_cache
def job(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show one job; its state is polled while it has not finished."""
    project = request.project
    job = _open_job(request.user, project, pk)
    context = project_context(request.user, project, "projects:jobs")
    context |= {"page_name": f"{job.title}, job {job.pk}", **job_context(job)}
    brought = find_brought(job)
    context["brought"] = list(brought.count().items()) if brought is not None else []
    if context["brought"] and can_manage(request.user, project):
        context["next_task"] = find_next(find_kind(project.kind).list_tasks(project))
    return render(request, "jobs/job.html", context)


@require_safe
@admits(can_run_jobs, is_fragment=True)
@never_cache
def job_status(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the state as a fragment. `?reload=1`: a finished job reloads the page around it."""
    project = request.project
    job = _open_job(request.user, project, pk)
    response = render(
        request,
        "jobs/_job_status.html",
        {**job_context(job), "announces": job.is_finished},
        status=STOP_POLLING if job.is_finished else 200,
    )
    if job.is_finished and "reload" in request.GET:
        response["HX-Refresh"] = "true"
    return response


@require_POST
@admits(can_run_jobs)
def job_cancel(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel a job; one that is already cancelled stays so."""
    project = request.project
    job = _open_job(request.user, project, pk)
    if job.state != Job.State.CANCELLED:
        cancel_job(user=request.user, job=job)
        messages.success(request, "The job was cancelled. Nothing was saved.")
    return redirect("projects:job", slug, pk)


@require_POST
@admits(can_run_jobs)
def job_retry(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Queue a failed or cancelled job again; one that already waits or runs stays so."""
    project = request.project
    job = _open_job(request.user, project, pk)
    if job.is_finished:
        retry_job(user=request.user, job=job)
    return redirect("projects:job", slug, pk)


@require_POST
@admits(can_run_jobs)
def job_dismiss(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Dismiss a failed job and return to the page from which this was sent."""
    project = request.project
    dismiss_job(user=request.user, job=_open_job(request.user, project, pk))
    messages.success(request, "The failed job was dismissed. The list of jobs keeps it.")
    sent_from = request.headers.get("Referer", "")
    if is_own_address(request, sent_from):
        return redirect(sent_from)
    return redirect("projects:job", slug, pk)


def job_context(job: Job) -> dict[str, Any]:
    """Return the context of `jobs/_job.html`; any page that waits for a job includes that partial."""
    return {
        "job": describe_job(job),
        "is_worker_missing": not job.is_finished and not WorkerSighting.is_any_alive(),
    }


def describe_job(job: Job) -> dict[str, Any]:
    """Return a job for display: state in words, times, and the address of its result."""
    result_url, result_label = find_result(job) if job.state == Job.State.SUCCEEDED else ("", "")
    return {
        "row": job,
        "kind": job.title,
        "sentence": _sentence(job),
        "elapsed": _elapsed(job),
        "can_retry": job.state in (Job.State.FAILED, Job.State.CANCELLED),
        "can_dismiss": job.state == Job.State.FAILED and job.dismissed_at is None,
        "result_url": result_url,
        "result_label": result_label,
    }


def _jobs(user: User, project: Project) -> Any:
    people = ("requested_by", "cancelled_by")
    return Job.objects.for_user(user).filter(project=project).select_related("project", *people).order_by("-pk")


def _open_job(user: User, project: Project, pk: int) -> Job:
    job: Job = get_object_or_404(_jobs(user, project), pk=pk)
    return job


def _sentence(job: Job) -> str:
    """Return an explanation of the state."""
    # Trying again by hand raises the limit, and with it this count starts anew.
    attempt = settings.JOB_ATTEMPTS - (job.attempt_limit - job.attempt)
    if job.state == Job.State.QUEUED:
        return (
            "Waiting for another worker, because the first one stopped responding."
            if attempt > 0
            else "Waiting for a worker."
        )
    if job.state == Job.State.RUNNING:
        return f"Attempt {attempt} of {settings.JOB_ATTEMPTS}." if attempt > 1 else ""
    if job.state == Job.State.CANCELLED and job.cancelled_by is not None:
        return job.error.replace("Cancelled", f"Cancelled by {job.cancelled_by}", 1)
    # What came of it, for kinds that say so.
    return job.error or str(job.result.get("summary", ""))


def _elapsed(job: Job) -> str:
    """Return how long the job ran, or has been waiting; in two units at most."""
    begin = job.started_at if job.started_at and job.state != Job.State.QUEUED else job.created_at
    return in_words((job.finished_at or timezone.now()) - begin)


def in_words(duration: timedelta) -> str:
    """Return a duration as `3 h 12 min`, `4 min 5 s` or `7 s`."""
    seconds = max(int(duration.total_seconds()), 0)
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return f"{hours:,} h {minutes} min"
    if minutes:
        return f"{minutes} min {seconds % 60} s"
    return f"{seconds} s"
