"""Training and test files of a searched text through the API."""

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits, project_of
from annotation_site.releases.api.releases import FileOrJson
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.views import person, read_body
from evaluation.finding.api.finding import fetch_finding
from evaluation.projects.job_names import TRAINING_FILES_JOB
from evaluation.test_sets.api.parts import find_upload, upload_id
from evaluation.training_text.jobs.texts import NOT_REJECTED, VERDICTS, open_made_file
from evaluation.training_text.services import (
    CONDITIONS,
    DEFAULT_PIECES,
    FEWEST_PIECES,
    MARKINGS,
    MOST_PIECES,
    MOST_SEED,
    MOST_TIMES,
    SUBWORDS,
    TOKEN_METHODS,
    request_training_files,
)
from expressions.training_text.lengths import MOST_RATIO, MOST_WORDS

HITS = tuple(VERDICTS)
DIVISIONS = tuple(filter(None, CONDITIONS))
NAMED_MARKINGS = tuple(filter(None, MARKINGS))
NAMED_SUBWORDS = tuple(filter(None, SUBWORDS))


class TrainingFilesRequest(JobRequest):
    """Options for dividing, marking and extending the text."""

    hits = serializers.ChoiceField(choices=HITS, default=NOT_REJECTED)
    condition = serializers.ChoiceField(
        choices=DIVISIONS, default="", allow_blank=True, help_text="Empty for no test data."
    )
    times = serializers.IntegerField(min_value=1, max_value=MOST_TIMES, default=20, help_text="For upsampling.")
    seed = serializers.IntegerField(min_value=0, max_value=MOST_SEED, default=0)
    marking = serializers.ChoiceField(choices=NAMED_MARKINGS, default="", allow_blank=True)
    tokens = serializers.ChoiceField(choices=TOKEN_METHODS, default="spaces")
    most_words = serializers.IntegerField(
        min_value=1,
        max_value=MOST_WORDS,
        allow_null=True,
        default=None,
        help_text="Longer pairs are left out, such as 80.",
    )
    length_ratio = serializers.FloatField(
        min_value=1,
        max_value=MOST_RATIO,
        allow_null=True,
        default=None,
        help_text="Pairs with a greater one are left out.",
    )
    subwords = serializers.ChoiceField(
        choices=NAMED_SUBWORDS, default="", allow_blank=True, help_text="Adds a model and lines in its pieces."
    )
    pieces = serializers.IntegerField(min_value=FEWEST_PIECES, max_value=MOST_PIECES, default=DEFAULT_PIECES)
    dictionary = upload_id(
        allow_null=True, default=None, help_text="Expression, tab, translations separated by semicolons."
    )
    back_translated = serializers.ListField(
        child=upload_id(), max_length=2, default=list, help_text="Line-aligned source and target, or empty."
    )


class TrainingFilesView(APIView):
    """Making the files."""

    @describe("training_files_create", request=TrainingFilesRequest, answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Start making the files; the job's result has the counts of each expression and of each origin."""
        project = project_of(request)
        finding = fetch_finding(request, pk)
        body = read_body(request, TrainingFilesRequest)
        dictionary = body.pop("dictionary")
        job = request_training_files(
            user=person(request),
            finding=finding,
            dictionary=find_upload(project, dictionary) if dictionary else None,
            back_translated=[find_upload(project, key) for key in body.pop("back_translated")],
            **body,
        )
        return Response(JobDetail(job).data, status=202)


class TrainingFilesDownloadView(APIView):
    """The files."""

    content_negotiation_class = FileOrJson

    @describe("training_files_download", answers={(200, "application/zip"): OpenApiTypes.BINARY})
    @admits(can_manage)
    def get(self, request: Request, slug: str, pk: int) -> FileResponse:
        """Send the zip as an attachment."""
        project = project_of(request)
        jobs = Job.objects.for_user(person(request)).select_related("project")
        file, name = open_made_file(get_object_or_404(jobs, project=project, kind=TRAINING_FILES_JOB, pk=pk))
        return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
