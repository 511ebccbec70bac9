"""The release: its request, its job, and the page that asks for it."""

from typing import Any
from uuid import uuid4

from acceptability.answers import read_answers
from acceptability.models import SentenceDecision
from acceptability.releases.published import PUBLISHED, Judgements
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.abilities import can_release
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.navigation import project_context
from annotation_site.releases.building import store_release
from annotation_site.releases.forms import ReleaseForm
from annotation_site.releases.manifest import describe_release
from annotation_site.releases.services import queue_release
from annotation_site.releases.views import as_last_time

RELEASE = "acceptability_release"


@transaction.atomic
def request_release(**terms: Any) -> Job:
    """Queue a release."""
    return queue_release(kind=RELEASE, **terms)


@job(RELEASE, "Release", result=ResultPage("projects:release", "Show release", by="release"))
def build_release(run: JobRun) -> None:
    """Write the declared tables and pack them."""
    store_release(run, PUBLISHED, _read_contents)


def _read_contents(run: JobRun, number: int) -> tuple[dict[str, Any], Judgements]:
    project = run.job.project
    about = {"slug": project.slug, "name": project.name, "kind": project.kind}
    described = {"format": PUBLISHED.formats[0], "project": about, "language": project.acceptability.language}
    rows = [(row.item.sentence.text, row.annotator.pseudonym, row.judgement.answer) for row in read_answers(project)]
    decisions = SentenceDecision.objects.filter(item__project=project, is_done=True).order_by("item__number")
    decided = list(decisions.values_list("item__sentence__text", "answer"))
    return {**describe_release(run, number, ("acceptability_import",)), **described}, Judgements(rows, decided)


@admits(can_release, kinds=("acceptability",))
def release_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Ask for the terms; POST starts the job."""
    project = request.project
    form = ReleaseForm(request.POST or None, initial={"request_id": uuid4(), **as_last_time(project)})
    if request.method == "POST" and form.is_valid():
        job = request_release(user=request.user, project=project, **form.cleaned_data)
        return redirect("projects:job", project.slug, job.pk)
    context = {**project_context(request.user, project, "projects:releases"), "form": form}
    return render(request, "acceptability/release_new.html", context, status=400 if form.errors else 200)
