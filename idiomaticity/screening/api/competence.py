"""Competence of raters in the API."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_manage, own_membership
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person
from idiomaticity.projects.access import admits
from idiomaticity.screening.queries.competence import find_competence
from idiomaticity.screening.services.known_ratings import request_competence


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
        raters = [rater for rater in report.raters if rater.annotator not in own]
        return Response(RaterCompetenceReport({**shown, "raters": raters}).data)

    @describe("rater_competence_estimate", answers={202: JobDetail})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Start an estimate from the present ratings."""
        project = project_of(request)
        return Response(JobDetail(request_competence(user=person(request), project=project)).data, status=202)
