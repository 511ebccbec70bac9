"""The release: its request, its job, and the page that asks for it."""

from typing import Any

from acceptability.answers import read_answers
from acceptability.models import SentenceDecision
from acceptability.releases.published import PUBLISHED, Judgements
from django.db import transaction

from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.releases.building import store_release
from annotation_site.releases.manifest import describe_release
from annotation_site.releases.pages import ReleasePage
from annotation_site.releases.services import queue_release

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


class JudgementRelease(ReleasePage):
    """The page that asks for a release."""

    kinds = ("acceptability",)
    template = "acceptability/release_new.html"
    job = RELEASE

    def look_ahead(self, project: Project) -> dict[str, Any]:
        return {"is_empty": not read_answers(project)}

    def request_release(self, **terms: Any) -> Job:
        return request_release(**terms)


page = JudgementRelease()
