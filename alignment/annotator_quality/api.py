"""Annotator quality in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.annotator_quality.queries.reports import read_annotator_quality
from annotation_site.projects.abilities import can_manage, can_see_annotator_quality
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.queries import list_annotators
from annotation_site.projects.views.annotators import find_annotator
from annotation_site.web.access import admits, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person

MOST_ANNOTATORS = 200


@extend_schema_field({"type": "object", "additionalProperties": True})
class Figures(serializers.JSONField):
    """Number of pairs and AGR on links with their label."""


class AnnotatorQualityRow(serializers.Serializer[Any]):
    """Annotator quality figures of one annotator; only managers see peers, gold and checks."""

    id = serializers.IntegerField()
    pseudonym = serializers.CharField()
    readings = serializers.IntegerField(help_text="Submitted work and silent checks; no training.")
    words = serializers.IntegerField()
    sure_share = serializers.FloatField(allow_null=True)
    unaligned_share = serializers.FloatField(allow_null=True)
    links_per_word = serializers.FloatField(allow_null=True)
    seconds_per_pair = serializers.FloatField(allow_null=True, help_text="Active time.")
    seconds_per_word = serializers.FloatField(allow_null=True)
    training = serializers.ListField(child=Figures())
    weeks = serializers.ListField(child=Figures(), help_text="By week (from Monday), oldest first.")
    peers = Figures(required=False)
    gold = Figures(required=False)
    checks = Figures(required=False)


class AnnotatorQualitiesView(APIView):
    """Quality of all annotators."""

    @describe("annotator_quality_list", answers={200: AnnotatorQualityRow(many=True)})
    @admits(can_manage, kinds=(Project.Kind.ALIGNMENT,))
    def get(self, request: Request, slug: str) -> Response:
        """Return every annotator's figures, or only their own to an annotator."""
        project = project_of(request)
        own = Membership.objects.filter(user=person(request), project=project).values_list("pk", flat=True)
        annotators = list_annotators(project)[:MOST_ANNOTATORS]
        return Response([read_annotator_quality(each).to_json(is_own=each.pk in own) for each in annotators])


class AnnotatorQualityView(APIView):
    """Quality of one annotator."""

    @describe("annotator_quality_detail", answers={200: AnnotatorQualityRow})
    @admits(can_see_annotator_quality, kinds=(Project.Kind.ALIGNMENT,))
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give one annotator's figures to the manager; to the annotator, their own habits and speed."""
        _, annotator, is_own = find_annotator(person(request), project_of(request), pk)
        return Response(read_annotator_quality(annotator).to_json(is_own=is_own))
