"""Pages for turning accepted hits into a test set, words to align, or occurrences of compounds."""

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation_site.jobs.models import Job
from annotation_site.jobs.views import job_context
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.forms import refusals_on
from evaluation.finding.views.finding import TABS, finding_context, open_finding
from evaluation.projects.job_names import TRANSFER_JOB
from evaluation.transfers.forms import USES, TransferForm
from evaluation.transfers.services import OCCURRENCES, find_targets, preview_transfer, request_transfer

PREVIEWS = {True: "idiomaticity:import_preview", False: "alignment:import_preview"}


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
def finding_use(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the uses of the accepted hits; POST starts the job of the chosen project."""
    finding = open_finding(request, pk)
    wanted_use = request.POST.get("use", "")
    forms = []
    for use in USES:
        projects = find_targets(request.user, finding, use)
        initial = {"request_id": uuid4(), "use": use, "name": finding.name}
        form = TransferForm(request.POST if use == wanted_use else None, use=use, projects=projects, initial=initial)
        if use == wanted_use and form.is_valid():
            by_slug = {project.slug: project for project in projects}
            fields = {**form.cleaned_data, "project": by_slug[form.cleaned_data["project"]]}
            with refusals_on(form):
                job = request_transfer(user=request.user, finding=finding, **fields)
                return redirect("projects:job", job.project.slug, job.pk)
        forms.append(form)
    context = {**finding_context(request, finding, "Use accepted hits"), "forms": forms}
    status = 400 if any(form.errors for form in forms) else 200
    return render(request, "evaluation/transfers/finding_use.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
def transferred(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the file that the hits were written to; POST starts the project's own import preview."""
    project = request.project
    jobs = Job.objects.for_user(request.user).select_related("project", "requested_by")
    job: Job = get_object_or_404(jobs.filter(project=project, kind=TRANSFER_JOB), pk=pk)
    if "test_set" in job.result:
        return redirect("evaluation:test_set", slug, job.result["test_set"])
    if request.method == "POST":
        preview = preview_transfer(user=request.user, project=project, job=job)
        return redirect(PREVIEWS[job.parameters["use"] == OCCURRENCES], slug, preview.pk)
    context = {
        **project_context(request.user, project, TABS[Project.Kind(project.kind)]),
        "page_name": "Expressions transferred",
        "result": job.result,
        **job_context(job),
    }
    return render(request, "evaluation/transfers/transferred.html", context)
