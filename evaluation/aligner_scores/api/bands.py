"""API for scores by word frequency, and for aligners run on the site."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.suggestions.aligners import ALIGNERS
from annotation_site.jobs.api import FileView, JobDetail
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.parsers import refuse_unstorable
from annotation_site.web.api.requests import JobRequest
from annotation_site.web.api.shapes import LARGEST_INTEGER
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.web.names import NameInBodyField
from evaluation.aligner_scores.api.systems import fetch_release
from evaluation.aligner_scores.jobs.aligners import INTERSECTION, UNION
from evaluation.aligner_scores.models import BandScores, Output
from evaluation.aligner_scores.services import LONGEST_NAME, request_aligner_output, request_band_scores


def release_number() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=LARGEST_INTEGER, help_text="Release number.")


class BandScoresRequest(serializers.Serializer[Any]):
    """The scores to break down, and the frequency bands to break them down by."""

    release = release_number()
    scores = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_INTEGER),
        min_length=1,
        max_length=2,
        help_text="IDs of one score, or two to compare.",
    )
    bands = serializers.CharField(max_length=100, default="0,1-15,16-")
    target_words = serializers.CharField(
        max_length=100, allow_blank=True, default="", help_text="Only links of words in these frequency bands."
    )
    only_sure = serializers.BooleanField(default=False)
    fold_case = serializers.BooleanField(default=False)
    source_frequencies = serializers.FileField(
        max_length=255,
        required=False,
        help_text="One word and its count per line; by default, counts in the text of the release.",
    )
    target_frequencies = serializers.FileField(max_length=255, required=False)


class BandScoresRow(serializers.ModelSerializer[BandScores]):
    """Tables with the keys of `measure word-alignment --bands`."""

    release = serializers.IntegerField(source="release.number")

    class Meta:
        model = BandScores
        fields = ("id", "release", "result", "signature", "created_at")


class AlignerOutputRequest(JobRequest):
    """An installed aligner to run over a release."""

    release = release_number()
    aligner = serializers.ChoiceField(choices=sorted(ALIGNERS))
    links = serializers.ChoiceField(choices=[INTERSECTION, UNION], default=INTERSECTION)
    name = NameInBodyField(max_length=LONGEST_NAME)


class BandScoresListView(PagedView, FileView):
    """Scores by frequency."""

    serializer_class: Any = BandScoresRow

    @describe("band_scores_list", answers={200: BandScoresRow(many=True)})
    @admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
    def get(self, request: Request, slug: str) -> Response:
        """List them, newest first."""
        return self.answer_page(_stored(request))

    @describe("band_scores_create", request={"multipart/form-data": BandScoresRequest}, answers={202: JobDetail})
    @admits(can_manage, kinds=(Project.Kind.ALIGNMENT,))
    def post(self, request: Request, slug: str) -> Response:
        """Start scores by frequency of one system, or of two side by side."""
        project = project_of(request)
        body = read_body(request, BandScoresRequest)
        for name in ("source_frequencies", "target_frequencies"):
            if name in body:
                refuse_unstorable(body[name].name)
        outputs = Output.objects.filter(release__project=project)
        chosen = [get_object_or_404(outputs, scores=key) for key in body.pop("scores")]
        job = request_band_scores(
            user=person(request),
            project=project,
            release=fetch_release(project, body.pop("release")),
            outputs=chosen,
            **body,
        )
        return Response(JobDetail(job).data, status=202)


class BandScoresView(APIView):
    """One set of tables."""

    @describe("band_scores_detail", answers={200: BandScoresRow})
    @admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Return the tables and their inputs."""
        return Response(BandScoresRow(get_object_or_404(_stored(request), pk=pk)).data)


class AlignerOutputsView(APIView):
    """Aligners run on the site."""

    @describe("aligner_output_create", request=AlignerOutputRequest, answers={202: JobDetail})
    @admits(can_manage, kinds=(Project.Kind.ALIGNMENT,))
    def post(self, request: Request, slug: str) -> Response:
        """Start the alignment of a release's text by an installed aligner, and its scoring."""
        project = project_of(request)
        body = read_body(request, AlignerOutputRequest)
        release = fetch_release(project, body.pop("release"))
        job = request_aligner_output(user=person(request), project=project, release=release, **body)
        return Response(JobDetail(job).data, status=202)


def _stored(request: Request) -> Any:
    project = project_of(request)
    stored = BandScores.objects.for_user(person(request)).filter(release__project=project)
    return stored.select_related("release")
