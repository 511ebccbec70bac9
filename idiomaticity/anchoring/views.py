"""The page of the effects of a machine's scores on raters."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from annotation_site.anchoring.views import answer_page
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from idiomaticity.anchoring.jobs import find_effects
from idiomaticity.anchoring.queries import list_shown_machines
from idiomaticity.anchoring.services import request_effects
from idiomaticity.projects.access import admits, rating_context

TITLES = {
    "distance": "Distance from the machine’s score (points)",
    "taken": "Ratings that equal the machine’s score (%)",
    "right_taken": "where that score is right (%)",
    "wrong_taken": "where that score is wrong (%)",
    "seconds_per_rating": "Active time per rating (s)",
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
        template="idiomaticity/anchoring/anchoring.html",
        context={
            **rating_context(request.user, project, "projects:members"),
            "page_name": "Effects of a machine’s scores",
            "shown_machine": list_shown_machines().filter(project=project).first(),
        },
    )
