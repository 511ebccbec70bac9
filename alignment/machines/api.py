"""The step from suggestions to a machine's answers."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.machines.services import request_answers_of_suggestions
from alignment.projects.access import admits
from annotation_site.jobs.api import JobDetail
from annotation_site.machines.models import Machine
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person, read_body


class FromSuggestionsView(APIView):
    """Suggestions as answers."""

    @describe("machine_from_suggestions", request=JobRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Store the project's suggestions as the machine's answers, by a job."""
        project = project_of(request)
        machine = get_object_or_404(Machine.objects.active().select_related("project"), project=project, pk=pk)
        body = read_body(request, JobRequest)
        job = request_answers_of_suggestions(user=person(request), machine=machine, **body)
        return Response(JobDetail(job).data, status=202)
