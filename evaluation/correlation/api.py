"""API for correlations of measures with human judgements."""

from typing import Any

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.jobs.api import FileView, JobDetail
from annotation_site.previews.api import ColumnsField, TableRequest, take_reading
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import project_of
from annotation_site.releases.api.releases import FileOrJson
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.parsers import refuse_unstorable
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.web.exceptions import DomainError
from annotation_site.web.names import LONGEST_NAME, NameInBodyField
from evaluation.correlation.models import Correlation, HumanStudy
from evaluation.correlation.queries.human_sources import find_numbered
from evaluation.correlation.services import import_human_study, request_correlation
from evaluation.correlation.subsets import SUBSETS
from evaluation.correlation.views.correlations import send_eval_set, wants_decisions
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import fetch_test_set


class MeasureCorrelationRequest(serializers.Serializer[Any]):
    """A judging round, by its number, or a study, by its id."""

    judging_round = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)
    study = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    adjudicated = serializers.BooleanField(
        default=False, help_text="Whether decisions take the place of the judgements that they settle."
    )
    subset = serializers.ChoiceField(
        choices=list(SUBSETS), default="", help_text="Segments with a marked expression, or a group of the test set."
    )


class MeasureCorrelationRow(serializers.ModelSerializer[Correlation]):
    """A result as a list shows it."""

    judging_round = serializers.IntegerField(source="judging_round.number", allow_null=True, default=None)
    study = serializers.IntegerField(source="study_id", allow_null=True)

    class Meta:
        model = Correlation
        fields = ("id", "judging_round", "study", "signature", "created_at")


class MeasureCorrelationDetail(MeasureCorrelationRow):
    """A result with its figures: value, 95 % interval, and the reason for an undefined value."""

    result = serializers.DictField()

    class Meta:
        model = Correlation
        fields = (*MeasureCorrelationRow.Meta.fields, "result")


class HumanStudyRow(serializers.ModelSerializer[HumanStudy]):
    """An imported study."""

    class Meta:
        model = HumanStudy
        fields = ("id", "name", "method", "judgement_count", "created_at")


class HumanStudyFile(TableRequest):
    """A table: system, segment, annotator and score; or segment, annotator and a column of scores for each system; or
    segment, annotator, first, second and verdict; or segment, better and worse; or rankings as of WMT. Or error spans:
    MQM TSV, ESA ratings of WMT, Appraise, Pearmut or mt-metrics-eval (`.seg.rating`, and scores as `.seg.score`).
    """

    name = NameInBodyField(max_length=LONGEST_NAME)
    file = serializers.FileField(max_length=255, allow_empty_file=True)
    columns = ColumnsField()


class CorrelationsView(PagedView):
    """Results of a test set."""

    serializer_class: Any = MeasureCorrelationRow

    @describe("measure_correlations_list", answers={200: MeasureCorrelationRow(many=True)})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List them, newest first."""
        test_set = fetch_test_set(request, pk)
        return self.answer_page(test_set.correlations.select_related("judging_round").defer("result"))

    @describe("measure_correlation_create", request=MeasureCorrelationRequest, answers={202: JobDetail})
    @admits_with_test_sets(can_see_results)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Start a correlation of the present judgements and measures; the job's result has it."""
        test_set = fetch_test_set(request, pk)
        body = read_body(request, MeasureCorrelationRequest)
        subset = body.pop("subset")
        source = find_numbered(test_set, **body)
        if source is None:
            raise DomainError("Give the number of a judging round of this test set, or the ID of a study.")
        return Response(
            JobDetail(request_correlation(user=person(request), source=source, subset=subset)).data, status=202
        )


class EvalSetOfRoundView(APIView):
    """A test set with the scores of a judging round, for mt-metrics-eval."""

    content_negotiation_class = FileOrJson

    @describe(
        "eval_set_of_round",
        answers={(200, "application/zip"): OpenApiTypes.BINARY},
        parameters=[OpenApiParameter("adjudicated", bool, description="With decisions in place of what they settle.")],
    )
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int, judging_round: int) -> StreamingHttpResponse:
        """Download the folder with the scores of a judging round, by its number."""
        adjudicated = wants_decisions(request.query_params)
        test_set = fetch_test_set(request, pk)
        return send_eval_set(test_set, judging_round=judging_round, adjudicated=adjudicated)


class EvalSetOfStudyView(APIView):
    """A test set with the scores of a study, for mt-metrics-eval."""

    content_negotiation_class = FileOrJson

    @describe("eval_set_of_study", answers={(200, "application/zip"): OpenApiTypes.BINARY})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int, study: int) -> StreamingHttpResponse:
        """Download the folder with the scores of a study, by its ID."""
        return send_eval_set(fetch_test_set(request, pk), study=study)


class CorrelationView(APIView):
    """One result."""

    @describe("measure_correlation_detail", answers={200: MeasureCorrelationDetail})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """Give every figure: system and segment level, preferences, Williams's tests, changed judgements."""
        test_set = fetch_test_set(request, pk)
        correlation = get_object_or_404(test_set.correlations.select_related("judging_round"), pk=number)
        return Response(MeasureCorrelationDetail(correlation).data)


class HumanStudiesView(FileView):
    """Finished studies of a test set."""

    @describe("human_studies_list", answers={200: HumanStudyRow(many=True)})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List them, newest first."""
        test_set = fetch_test_set(request, pk)
        return Response(HumanStudyRow(test_set.studies.order_by("-pk"), many=True).data)

    @describe("human_study_create", request={"multipart/form-data": HumanStudyFile}, answers={202: JobDetail})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Upload scores, preferences or error spans from a finished study; its columns determine which."""
        project = project_of(request)
        test_set = fetch_test_set(request, pk)
        body = take_reading(read_body(request, HumanStudyFile))
        refuse_unstorable(body["file"].name)
        job = import_human_study(
            user=person(request), project=project, test_set=test_set, file_name=body["file"].name, **body
        )
        return Response(JobDetail(job).data, status=202)
