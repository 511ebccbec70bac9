"""Taking an import back."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.imports.services import request_taking_back
from annotation_site.jobs.api import JobDetail, fetch_job
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person, read_body


class JobTakeBackView(APIView):
    """Taking an import back."""

    @describe("job_take_back", request=JobRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue the deletion of what an import brought, while nobody has worked on it."""
        project = project_of(request)
        imported = fetch_job(request, pk)
        body = read_body(request, JobRequest)
        job = request_taking_back(user=person(request), project=project, imported=imported, **body)
        return Response(JobDetail(job).data, status=202)
