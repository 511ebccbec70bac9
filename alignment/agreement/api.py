"""Agreement of links through the API."""

from dataclasses import replace
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.agreement.queries.figures import read_agreement
from alignment.agreement.queries.frequencies import find_frequencies
from annotation_site.agreement.api import figure
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import read_filter


class AgreementRow(serializers.Serializer[Any]):
    """Agreement of two annotators, or of all comparisons together."""

    annotators = serializers.ListField(child=serializers.CharField(), required=False)
    any = figure()
    both = figure()
    sure = figure()
    possible = figure()
    n = serializers.IntegerField()
    links = serializers.ListField(child=serializers.IntegerField())
    confusion = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Links by both labels: SP is Sure for the first, Possible for the second; N is no link.",
    )


class FrequencyRow(AgreementRow):
    """Agreement over the words of one frequency band, such as 1–15."""

    band = serializers.CharField()


class Agreement(serializers.Serializer[Any]):
    """Agreement in a project, with the keys of `measure link-agreement`."""

    links = serializers.CharField()
    unaligned = serializers.CharField()
    pairs = AgreementRow(many=True)
    pooled = AgreementRow()
    target_words = AgreementRow(allow_null=True, help_text="Over links of target words; null without target words.")
    frequencies = FrequencyRow(many=True, help_text="By frequency band, as last computed; empty before.")
    fleiss_kappa = figure()
    alpha = figure()
    items = serializers.IntegerField()
    n = serializers.IntegerField()
    reasons = serializers.ListField(child=serializers.CharField())


class AgreementView(APIView):
    """Agreement of annotators."""

    @describe(
        "agreement",
        answers={200: Agreement},
        parameters=[
            OpenApiParameter("unaligned", enum=["0", "1"], description="1 also counts words marked as no counterpart.")
        ],
    )
    @admits(can_see_agreement, kinds=(Project.Kind.ALIGNMENT,))
    def get(self, request: Request, slug: str) -> Response:
        """Give agreement from submissions; 404 before any pair has two readings."""
        project = project_of(request)
        report = read_agreement(project, count_unaligned=read_filter(request, "unaligned", ["0", "1"]) == "1")
        if report is None:
            raise Http404("No sentence pairs have two readings yet.")
        found = find_frequencies(project, report.changes, count_unaligned=report.count_unaligned)
        return Response(replace(report, frequencies=found.stretches if found else ()).to_json())
