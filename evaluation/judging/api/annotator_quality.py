"""Annotators' quality in judging rounds, in the API."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.annotator_quality.api import make_serializer
from annotation_site.annotator_quality.columns import describe_row
from annotation_site.exclusions.api import WITH_EXCLUDED
from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_manage
from annotation_site.web.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person
from evaluation.judging.queries.annotator_quality import read_judging_annotator_quality
from evaluation.judging.queries.columns import COLUMNS
from evaluation.projects.access import admits

JudgingAnnotatorQualityRow = make_serializer(
    "JudgingAnnotatorQualityRow",
    "Figures of one annotator. Of your own, you see only the first three.",
    COLUMNS,
)


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
        viewer = person(request).pk
        rows = read_judging_annotator_quality(found, with_excluded=switch.with_excluded, viewer=viewer)
        return Response([describe_row(COLUMNS, row, is_own=row.is_own) for row in rows])
