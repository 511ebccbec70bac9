"""Background work and its files."""

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.queries import find_job
from annotation_site.jobs.services import cancel_job, dismiss_job, retry_job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.abilities import can_run_jobs
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.parsers import refuse_unstorable
from annotation_site.web.api.views import PagedView, person, read_body

# Boundaries and headers of a multipart body, beside the file itself.
ROOM_FOR_HEADERS = 64 * 1024


class JobRow(serializers.ModelSerializer[Job]):
    """A job in a list."""

    class Meta:
        model = Job
        fields = ("id", "kind", "title", "state", "done", "total", "error", "created_at", "started_at", "finished_at")


class JobDetail(serializers.ModelSerializer[Job]):
    """A job with its result."""

    result = serializers.DictField()

    class Meta:
        model = Job
        fields = (*JobRow.Meta.fields, "result")


class UploadRequest(serializers.Serializer[Any]):
    """One file."""

    file = serializers.FileField(max_length=255, allow_empty_file=True)


class UploadMade(serializers.ModelSerializer[Upload]):
    """A stored file."""

    class Meta:
        model = Upload
        fields = ("id", "name", "size", "sha256", "created_at")


class JobsView(PagedView):
    """Background work of the project."""

    serializer_class = JobRow

    @describe("jobs_list", answers={200: JobRow(many=True)})
    @admits(can_run_jobs)
    def get(self, request: Request, slug: str) -> Response:
        """List jobs, newest first: all for a manager, the person's own for an adjudicator."""
        project = project_of(request)
        jobs = Job.objects.for_user(person(request)).filter(project=project)
        return self.answer_page(jobs.defer("parameters", "result"))


class JobView(APIView):
    """One job."""

    @describe("job_detail", answers={200: JobDetail})
    @admits(can_run_jobs)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Get its state, progress and result."""
        return Response(JobDetail(fetch_job(request, pk)).data)


class JobCancelView(APIView):
    """Cancelling a job."""

    @describe("job_cancel", answers={200: JobDetail}, conflicts=True)
    @admits(can_run_jobs)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Cancel a job that has not finished."""
        job = cancel_job(user=person(request), job=fetch_job(request, pk))
        return Response(JobDetail(job).data)


class JobRetryView(APIView):
    """Retrying a job."""

    @describe("job_retry", answers={200: JobDetail}, conflicts=True)
    @admits(can_run_jobs)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Queue a failed or cancelled job again."""
        job = retry_job(user=person(request), job=fetch_job(request, pk))
        return Response(JobDetail(job).data)


class JobDismissView(APIView):
    """Dismissing a failed job."""

    @describe("job_dismiss", answers={200: JobDetail}, conflicts=True)
    @admits(can_run_jobs)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Take a failed job off the boards; the list of jobs keeps it."""
        job = dismiss_job(user=person(request), job=fetch_job(request, pk))
        return Response(JobDetail(job).data)


class FileView(APIView):
    """A view that receives files."""

    parser_classes = (MultiPartParser,)
    takes_files = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a request by its announced length before reading it."""
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isdecimal() and int(announced) > settings.UPLOAD_LIMIT_BYTES + ROOM_FOR_HEADERS:
            raise RequestDataTooBig
        super().initial(request, *args, **kwargs)


class UploadsView(FileView):
    """Uploading files."""

    @describe("upload_create", request={"multipart/form-data": UploadRequest}, answers={201: UploadMade})
    @admits(can_run_jobs)
    def post(self, request: Request, slug: str) -> Response:
        """Upload one file, as multipart field `file`; jobs then refer to it by its id."""
        project = project_of(request)
        file = read_body(request, UploadRequest)["file"]
        refuse_unstorable(file.name)
        upload = store_upload(user=person(request), project=project, file=file, name=file.name)
        return Response(UploadMade(upload).data, status=201)


def fetch_job(request: Request, pk: int) -> Job:
    """Return a job the person may see."""
    return require_job(person(request), project_of(request), pk)


def require_job(user: User, project: Project, pk: int) -> Job:
    """Return a job of the project. Raise Http404 if there is none that the person may see."""
    job = find_job(user, project, pk)
    if job is None:
        raise Http404
    return job
