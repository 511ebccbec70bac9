"""Systems and their scores through the API."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.formats.link_files import BASES, DETECT, FORMAT_CHOICES
from annotation_site.agreement.api import figure
from annotation_site.jobs.api import FileView, JobDetail
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.parsers import refuse_unstorable
from annotation_site.web.api.shapes import LARGEST_INTEGER
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.web.names import NameInBodyField
from evaluation.aligner_scores.models import Score, System
from evaluation.aligner_scores.queries import score_to_json
from evaluation.aligner_scores.services import LONGEST_NAME, add_system_output


class SystemRow(serializers.ModelSerializer[System]):
    """A system whose outputs are scored."""

    class Meta:
        model = System
        fields = ("id", "name", "description", "created_at")


class SystemOutput(serializers.Serializer[Any]):
    """A system's file for the pairs of a release."""

    name = NameInBodyField(max_length=LONGEST_NAME)
    release = serializers.IntegerField(min_value=1, max_value=LARGEST_INTEGER, help_text="Release number.")
    file = serializers.FileField(max_length=255, allow_empty_file=True)
    format = serializers.ChoiceField(choices=FORMAT_CHOICES, default=DETECT)
    base = serializers.ChoiceField(choices=BASES, default=DETECT)
    is_reversed = serializers.BooleanField(default=False)


class ScoreFile(serializers.Serializer[Any]):
    """The file that was scored."""

    name = serializers.CharField()
    sha256 = serializers.CharField()


class ScoreRow(serializers.Serializer[Any]):
    """A score with its inputs and signature, and with the figures of its measure."""

    id = serializers.IntegerField()
    system = serializers.CharField()
    release = serializers.IntegerField()
    measure = serializers.CharField()
    format = serializers.CharField()
    base = serializers.IntegerField()
    is_reversed = serializers.BooleanField()
    file = ScoreFile()
    aer = figure()
    precision = figure()
    recall = figure()
    f = figure()
    n = serializers.IntegerField()
    signature = serializers.CharField()
    created_at = serializers.DateTimeField()


class WrittenScore(ScoreRow):
    """Writes a score with every figure it holds."""

    def to_representation(self, instance: Score) -> dict[str, Any]:
        """Return the score as the command line and the page show it."""
        return score_to_json(instance)


class SystemsView(PagedView, FileView):
    """Systems, and uploads of their outputs."""

    serializer_class: Any = SystemRow

    @describe("systems_list", answers={200: SystemRow(many=True)})
    @admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
    def get(self, request: Request, slug: str) -> Response:
        """List the systems of the project by name."""
        return self.answer_page(System.objects.filter(project=project_of(request)))

    @describe("system_output_create", request={"multipart/form-data": SystemOutput}, answers={202: JobDetail})
    @admits(can_manage, kinds=(Project.Kind.ALIGNMENT,))
    def post(self, request: Request, slug: str) -> Response:
        """Upload an output and start its scoring; the same file with the same options gives the same job."""
        project = project_of(request)
        body = read_body(request, SystemOutput)
        refuse_unstorable(body["file"].name)
        job = add_system_output(
            user=person(request),
            project=project,
            release=fetch_release(project, body.pop("release")),
            file_name=body["file"].name,
            alignment_format=body.pop("format"),
            **body,
        )
        return Response(JobDetail(job).data, status=202)


class ScoresView(PagedView):
    """Scores of the project's systems."""

    serializer_class: Any = WrittenScore

    @describe("scores_list", answers={200: ScoreRow(many=True)})
    @admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
    def get(self, request: Request, slug: str) -> Response:
        """List scores, newest first."""
        return self.answer_page(_scores(request))


class ScoreView(APIView):
    """One score."""

    @describe("score_detail", answers={200: ScoreRow})
    @admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give a score with all its figures."""
        return Response(score_to_json(get_object_or_404(_scores(request), pk=pk)))


def _scores(request: Request) -> Any:
    project = project_of(request)
    scores = Score.objects.for_user(person(request)).filter(output__system__project=project)
    return scores.select_related("output__system", "output__release", "output__upload")


def fetch_release(project: Project, number: int) -> Release:
    """Return the release with this number, or raise 404."""
    release: Release = get_object_or_404(Release.objects.defer("manifest"), project=project, number=number)
    return release
