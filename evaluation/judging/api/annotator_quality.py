"""Annotators' quality in judging rounds, in the API."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_manage
from annotation_site.web.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person
from evaluation.judging.queries.annotator_quality import describe_judge, read_judging_annotator_quality
from evaluation.projects.access import admits


class JudgingAnnotatorQualityRow(serializers.Serializer[Any]):
    """Figures of one annotator. Of your own, you see only the first three."""

    annotator = serializers.CharField()
    judgements = serializers.IntegerField()
    median_seconds = serializers.FloatField(allow_null=True, help_text="Active time per judgement.")
    rho = serializers.FloatField(
        allow_null=True, required=False, help_text="Spearman correlation with the mean of the others."
    )
    compared = serializers.IntegerField(required=False)
    asked_again = serializers.IntegerField(required=False, help_text="Number of repeated items.")
    alike_again = serializers.IntegerField(
        required=False, help_text="Repeated items with the same answer (within 10 on the scale 0–100)."
    )
    references = serializers.IntegerField(required=False, help_text="Judged hidden references.")
    references_low = serializers.IntegerField(
        required=False, help_text="Hidden references below the middle of the scale or not preferred."
    )
    attention_passed = serializers.IntegerField(
        required=False, help_text="Attention items in which the degraded stretch was noticed."
    )
    attention_failed = serializers.IntegerField(required=False)
    attention_p = serializers.FloatField(
        allow_null=True,
        required=False,
        help_text="Of a one-sided test that originals are judged better than their degraded copies.",
    )
    same_answer_share = serializers.FloatField(allow_null=True, required=False)
    longest_run = serializers.IntegerField(required=False, help_text="Longest run of identical answers, as displayed.")
    cannot_judge_share = serializers.FloatField(allow_null=True, required=False)
    adjudicated = serializers.IntegerField(required=False, help_text="Judged translations on which was decided.")
    adjudicated_same = serializers.IntegerField(required=False, help_text="Those with the decided answer.")
    adjudicated_distance = serializers.FloatField(
        allow_null=True, required=False, help_text="Mean distance from the decided answer."
    )
    adjudicated_f1 = serializers.FloatField(
        allow_null=True, required=False, help_text="F1 over characters of the marks and the decided ones."
    )
    flags = serializers.ListField(child=serializers.CharField(), required=False)
    excluded = serializers.CharField(allow_null=True, required=False, help_text="The reason, while excluded.")


class JudgingAnnotatorQualityView(APIView):
    """Annotator quality of a judging round's annotators."""

    @describe(
        "judging_annotator_quality", answers={200: JudgingAnnotatorQualityRow(many=True)}, parameters=[WITH_EXCLUDED]
    )
    @admits(can_manage)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """List annotators who have submitted judgements, lowest correlation with the others first."""
        project = project_of(request)
        found = get_object_or_404(project.judging_rounds.select_related("project"), number=number)
        switch = read_switch(project, request.query_params)
        own = person(request).pk
        rows = read_judging_annotator_quality(found, with_excluded=switch.with_excluded)
        return Response([describe_judge(row, is_own=row.annotator.user_id == own) for row in rows])
