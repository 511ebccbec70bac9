"""Page for requesting a release."""

from typing import Any

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.releases.pages import ReleasePage
from expressions.releases.forms import ReleaseForm
from expressions.releases.queries import RELEASE, look_ahead
from expressions.releases.services import request_release


class ExpressionRelease(ReleasePage):
    """Passages by how far they are."""

    kinds = (Project.Kind.EXPRESSIONS,)
    template = "expressions/releases/release_new.html"
    job, form = RELEASE, ReleaseForm

    def look_ahead(self, project: Project) -> dict[str, Any]:
        ahead = look_ahead(project)
        return {"ahead": ahead, "is_empty": ahead.is_empty}

    def request_release(self, **terms: Any) -> Job:
        return request_release(**terms)


page = ExpressionRelease()
