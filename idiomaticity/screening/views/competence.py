"""Starting the estimate of raters' competence, whose figures the page of annotator quality shows."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from idiomaticity.projects.access import admits
from idiomaticity.screening.services.known_ratings import request_competence


@require_POST
@admits(can_manage)
def competence(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start the estimate of the raters' competence and show its job."""
    project = request.project
    try:
        job = request_competence(user=request.user, project=project)
    except DomainError as error:
        messages.error(request, error.sentence)
        return redirect("idiomaticity:annotator_quality", slug)
    return redirect("projects:job", slug, job.pk)
