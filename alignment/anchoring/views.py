"""The page of the effects of suggestions."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from alignment.anchoring.jobs import find_effects
from alignment.anchoring.services import request_effects
from alignment.projects.access import admits
from annotation_site.anchoring.views import answer_page
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.navigation import project_context

TITLES = {
    "drawn": "Suggested links that the reading has (%)",
    "right_drawn": "of those in adjudicated gold (%)",
    "wrong_drawn": "of those not in adjudicated gold (%)",
    "seconds_per_word": "Active time per word of both sentences (s)",
}


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def anchoring(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the last report; POST starts the job that computes it."""
    project = request.project
    return answer_page(
        request,
        project,
        find=find_effects,
        ask=request_effects,
        titles=TITLES,
        template="alignment/anchoring/anchoring.html",
        context={
            **project_context(request.user, project, "alignment:import"),
            "page_name": "Effects of suggestions",
            "settings": project.alignment,
        },
    )
