"""Page for requesting a release, with a preview of its contents and gaps."""

from typing import Any

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.releases.pages import ReleasePage
from idiomaticity.adjudication.queries import read_queue
from idiomaticity.paraphrases.queries.queue import suggest_decisions
from idiomaticity.releases.forms import ReleaseForm
from idiomaticity.releases.queries.preflight import look_ahead
from idiomaticity.releases.services import RELEASE, request_release


class StudyRelease(ReleasePage):
    """Compounds, ratings and paraphrases, and what is still to do about them."""

    kinds = (Project.Kind.IDIOMATICITY,)
    template = "idiomaticity/releases/release_new.html"
    job, form = RELEASE, ReleaseForm

    def look_ahead(self, project: Project) -> dict[str, Any]:
        ahead = look_ahead(project)
        return {
            "ahead": ahead,
            "is_empty": not ahead.ratings,
            "to_adjudicate": sum(not row.is_done and bool(row.reasons) for row in read_queue(project)),
            "suggestions": len(suggest_decisions(project)),
        }

    def request_release(self, **terms: Any) -> Job:
        return request_release(**terms)


page = StudyRelease()
