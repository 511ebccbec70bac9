"""Quality and competence of annotators in the API."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.annotator_quality.api import make_serializer
from annotation_site.annotator_quality.columns import describe_row
from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.exclusions.queries import read_switch
from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_manage, can_see_annotator_quality, own_membership
from annotation_site.projects.models import Membership
from annotation_site.projects.queries import list_annotators
from annotation_site.projects.views.annotators import find_annotator
from annotation_site.web.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person
from idiomaticity.projects.access import admits
from idiomaticity.screening.annotator_quality import USUAL
from idiomaticity.screening.queries.annotator_quality import read_annotator_qualities
from idiomaticity.screening.queries.columns import COLUMNS
from idiomaticity.screening.queries.competence import find_competence
from idiomaticity.screening.services.known_ratings import request_competence
from idiomaticity.screening.views.annotator_quality import read_one

RatingAnnotatorQuality = make_serializer(
    "RatingAnnotatorQuality",
    "Annotator quality figures of one annotator; annotators see only the first three of their own.",
    COLUMNS,
)


class RatingAnnotatorQualitiesView(PagedView):
    """Quality of all annotators."""

    serializer_class: Any = RatingAnnotatorQuality
    queryset = Membership.objects.none()

    @describe(
        "rating_annotator_quality_list", answers={200: RatingAnnotatorQuality(many=True)}, parameters=[WITH_EXCLUDED]
    )
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List annotators in order of joining, with flags by the default limits."""
        project = project_of(request)
        page = self.paginate_queryset(list_annotators(project)) or []
        switch = read_switch(project, request.query_params)
        rows = read_annotator_qualities(
            project, page, USUAL, with_excluded=switch.with_excluded, viewer=person(request).pk
        )
        return self.get_paginated_response([describe_row(COLUMNS, row, is_own=row.is_own) for row in rows])


class RatingAnnotatorQualityView(APIView):
    """Quality of one annotator."""

    @describe("rating_annotator_quality_detail", answers={200: RatingAnnotatorQuality})
    @admits(can_see_annotator_quality)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give one annotator's figures to the manager; to the annotator, their own speed and progress."""
        project, annotator, is_own = find_annotator(person(request), project_of(request), pk)
        return Response(describe_row(COLUMNS, read_one(project, annotator, is_own=is_own), is_own=is_own))


class RaterCompetenceRow(serializers.Serializer[Any]):
    """One rater: competence by MACE, and bias and standard deviation in points of the scale."""

    annotator = serializers.CharField()
    scores = serializers.IntegerField()
    competence = serializers.FloatField(
        allow_null=True, help_text="0 to 1: share of answers given from knowledge. Null if the ratings cannot tell."
    )
    bias = serializers.FloatField(allow_null=True, help_text="Mean difference from the units’ values.")
    sd = serializers.FloatField(
        allow_null=True, help_text="Standard deviation without the bias; its inverse square is the precision."
    )
    reason = serializers.CharField(help_text="Why there is no competence; empty if there is one.")


class RaterCompetenceReport(serializers.Serializer[Any]):
    """The last estimate, over all ratings that counted then."""

    computed_at = serializers.DateTimeField()
    is_current = serializers.BooleanField(help_text="Whether no rating has changed since.")
    raters = RaterCompetenceRow(many=True)


class RaterCompetenceView(APIView):
    """Competence of all raters."""

    @describe("rater_competence", answers={200: RaterCompetenceReport})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Give the last estimate without your own row; 404 before the first."""
        project = project_of(request)
        report = find_competence(project)
        if report is None:
            raise Http404("The competence of the raters has not been estimated yet.")
        own = set(own_membership(person(request), project).values_list("pseudonym", flat=True))
        shown = {"computed_at": report.computed_at, "is_current": report.is_current}
        raters = [each for each in report.raters if each.annotator not in own]
        return Response(RaterCompetenceReport({**shown, "raters": raters}).data)

    @describe("rater_competence_estimate", answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Start an estimate from the present ratings."""
        project = project_of(request)
        return Response(JobDetail(request_competence(user=person(request), project=project)).data, status=202)
