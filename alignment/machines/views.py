"""The step from suggestions to a machine's answers."""

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from alignment.machines.services import request_answers_of_suggestions
from alignment.projects.access import admits
from annotation_site.machines.models import Machine
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest


@require_POST
@admits(can_manage)
def machine_from_suggestions(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Start the job that stores the project's suggestions as the machine's answers."""
    project = request.project
    machine = get_object_or_404(Machine.objects.active().select_related("project"), project=project, pk=pk)
    job = request_answers_of_suggestions(user=request.user, machine=machine, request_id=uuid4())
    return redirect("projects:job", slug, job.pk)
