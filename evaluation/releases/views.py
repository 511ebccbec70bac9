"""Page for requesting a release of a test set's evaluation."""

from typing import Any

from annotation_site.jobs.models import Job
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.releases.pages import ReleasePage
from evaluation.releases.forms import ReleaseForm
from evaluation.releases.queries.evaluation import RELEASE, look_ahead
from evaluation.releases.services import request_release


class EvaluationRelease(ReleasePage):
    """Test sets with what a release of each would hold."""

    kinds = (Project.Kind.EVALUATION,)
    template = "evaluation/releases/release_new.html"
    job = RELEASE

    def make_form(self, request: SignedInRequest, initial: dict[str, Any]) -> ReleaseForm:
        initial["test_set"] = request.GET.get("test_set")
        return ReleaseForm(request.POST or None, project=request.project, initial=initial)

    def look_ahead(self, project: Project) -> dict[str, Any]:
        ahead = look_ahead(project)
        return {"ahead": ahead, "is_empty": not ahead}

    def request_release(self, **terms: Any) -> Job:
        return request_release(**terms)


page = EvaluationRelease()
