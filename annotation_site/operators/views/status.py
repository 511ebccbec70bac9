"""Status of the site, for operators: what needs them, the worst first, and the state of every part."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.jobs.models import Job
from annotation_site.monitoring.incidents import spell_seconds
from annotation_site.monitoring.parts import check_all
from annotation_site.monitoring.queries.disks import list_disks
from annotation_site.monitoring.queries.figures import count_unfinished, read_database, read_mail
from annotation_site.monitoring.queries.incidents import list_incidents
from annotation_site.monitoring.services import note_incidents
from annotation_site.operators.services.incidents import cancel_any_job, end_session
from annotation_site.projects.abilities import require_operator
from annotation_site.projects.access import OPERATORS, SignedInRequest, admits


@require_safe
@admits(OPERATORS)
@never_cache
def status(request: SignedInRequest) -> HttpResponse:
    """Show what needs an operator now; looking also records since when."""
    require_operator(request.user)
    findings = check_all()
    incidents = list_incidents(findings)
    note_incidents(incidents)
    now = timezone.now()
    lasting = [
        spell_seconds((now - incident.since).total_seconds()) if incident.since else "" for incident in incidents
    ]
    context = {
        "incidents": list(zip(incidents, lasting, strict=True)),
        "findings": findings,
        "looked_at": now,
        "jobs": count_unfinished(),
        "mail": read_mail(),
        "database": read_database(),
        "disks": list(list_disks()),
        "version": settings.VERSION,
    }
    return render(request, "operators/status.html", context)


@require_POST
@admits(OPERATORS)
def any_job_cancel(request: SignedInRequest, pk: int) -> HttpResponse:
    """Cancel a job of any project."""
    jobs = Job.objects.all() if request.user.is_superuser else Job.objects.none()
    job = cancel_any_job(user=request.user, job=get_object_or_404(jobs, pk=pk))
    messages.success(request, f"Job {job.pk} was cancelled. Nothing of it was saved.")
    return redirect("projects:operation")


@require_POST
@admits(OPERATORS)
def session_end(request: SignedInRequest, pid: int) -> HttpResponse:
    """End a query or a session at the database."""
    if not request.user.is_superuser:
        raise Http404("There is no such session.")
    end_session(user=request.user, pid=pid)
    messages.success(request, "The query was ended. Nothing of it was saved.")
    return redirect("projects:operation")
