"""Requesting a release, with a preview of its contents under each policy."""

from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from alignment.overview.queries import count_disputes, count_undecided_in_round, sum_agreement
from alignment.projects.access import admits
from alignment.projects.models import AlignmentSettings
from alignment.releases.forms import PreviewForm, ReleaseForm
from alignment.releases.jobs import count_policies
from alignment.releases.services import GOLD_PREVIEW, RELEASE, request_gold_preview, request_release
from annotation_site.assignments.counts import count_items
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_release
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.releases.pages import ReleasePage
from annotation_site.web.exceptions import DomainError

# A release form opens within a moment up to here; more pairs are counted by a job.
PAIRS_AT_ONCE = 500
POLICY_NAMES = {"wags": "WAGS", "och-ney": "Och & Ney", "majority": "Majority"}
Policy = AlignmentSettings.GoldPolicy
OPEN_LINKS = {
    Policy.WAGS: "WAGS makes them Possible.",
    Policy.OCH_NEY: "Och & Ney makes them Possible.",
    Policy.MAJORITY: "The majority policy keeps links of more than half of the annotators.",
}


class AlignmentRelease(ReleasePage):
    """Pairs with their gold links under each policy, and what is still undecided."""

    kinds = (Project.Kind.ALIGNMENT,)
    template = "alignment/releases/release_new.html"
    job, form = RELEASE, ReleaseForm

    def look_ahead(self, project: Project) -> dict[str, Any]:
        pairs, disputes = count_items(project), count_disputes(project)
        undecided_in_round = count_undecided_in_round(project)
        return {
            "is_empty": not pairs.ready,
            "pairs": pairs,
            "preview": _preview(project, pairs.ready),
            "disputes": disputes,
            "undecided_in_round": undecided_in_round,
            "undecided": disputes.undecided + undecided_in_round,
            "open_links": OPEN_LINKS[Policy(project.alignment.gold_policy)],
            "policy": Policy(project.alignment.gold_policy).label,
            "agreement": sum_agreement(project),
        }

    def request_release(self, **terms: Any) -> Job:
        return request_release(**terms)


page = AlignmentRelease()


@require_POST
@admits(can_release)
def gold_preview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start a job that counts the links under each policy; needed for large projects."""
    project = request.project
    form = PreviewForm(request.POST)
    if not form.is_valid():
        raise DomainError("The request is not valid. Reload the page and try again.")
    job = request_gold_preview(user=request.user, project=project, request_id=form.cleaned_data["request_id"])
    return redirect("projects:job", project.slug, job.pk)


def _preview(project: Project, ready: int) -> dict[str, Any]:
    """Return links under each policy: counted at once if that is quick, else from the last preview job."""
    rows, state = _count_gold(project, ready)
    own = project.alignment.gold_policy
    named = [{**row, "name": POLICY_NAMES[row["policy"]], "is_own": row["policy"] == own} for row in rows]
    # Counted by an earlier version, a row does not know of undefined words.
    return {**state, "rows": named, "has_undefined": any(row.get("undefined") for row in rows)}


def _count_gold(project: Project, ready: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    if ready <= PAIRS_AT_ONCE:
        return (count_policies(project)["policies"] if ready else []), {}
    job = Job.objects.filter(project=project, kind=GOLD_PREVIEW, state=Job.State.SUCCEEDED).first()
    return job.result["policies"] if job else [], {
        "counted": job,
        "running": Job.objects.unfinished().filter(project=project, kind=GOLD_PREVIEW).first(),
        "request_id": uuid4(),
        "is_by_job": True,
    }
