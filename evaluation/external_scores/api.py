"""Scores of measures computed elsewhere, through the API."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.jobs.api import FileView, JobDetail
from annotation_site.previews.api import ColumnsField, TableRequest, take_reading
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.parsers import refuse_unstorable
from annotation_site.web.api.views import person, read_body
from annotation_site.web.names import NameInBodyField
from evaluation.external_scores.services import add_external_scores
from evaluation.measures.kinds.external import LONGEST_NAME
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import fetch_test_set


class ExternalScoresFile(TableRequest):
    """Scores in a format that is detected: of comet-score, MetricX or mt-metrics-eval; a table with a column named as
    each system, or with the columns system, segment and score; or a number per segment of the one named by `system`.
    """

    file = serializers.FileField(max_length=255, allow_empty_file=True)
    name = NameInBodyField(max_length=LONGEST_NAME, help_text="Of the measure.")
    system = serializers.CharField(max_length=120, default="", allow_blank=True)
    lower_is_better = serializers.BooleanField(default=False)
    columns = ColumnsField()


class ExternalScoresView(FileView):
    """External scores."""

    @describe("external_scores_create", request={"multipart/form-data": ExternalScoresFile}, answers={202: JobDetail})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Upload scores of a named measure; the job's result tells what was left out."""
        project = project_of(request)
        body = take_reading(read_body(request, ExternalScoresFile))
        refuse_unstorable(body["file"].name)
        test_set = fetch_test_set(request, pk)
        job = add_external_scores(
            user=person(request), project=project, test_set=test_set, file_name=body["file"].name, **body
        )
        return Response(JobDetail(job).data, status=202)
