"""The table of answers through the API."""

from typing import Any, ClassVar

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_see_everyones_work
from annotation_site.projects.access import project_of
from annotation_site.releases.api.releases import FileOrJson
from annotation_site.web.api.openapi import describe
from idiomaticity.answers.views import TYPES, stream_answers
from idiomaticity.projects.access import admits


class _AnswersView(APIView):
    content_negotiation_class = FileOrJson
    ending: ClassVar[str]

    def stream(self, request: Request) -> StreamingHttpResponse:
        return stream_answers(project_of(request), self.ending)


class AnswersAsCsvView(_AnswersView):
    """Every answer, as CSV."""

    ending = "csv"

    @describe("answers_csv", answers={(200, "text/csv"): OpenApiTypes.STR})
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str) -> Any:
        """Send one row for each score: rater, item, compound, level, scale, value, list, trial, seconds, purpose and
        whether the rater is excluded.
        """
        return self.stream(request)


class AnswersAsParquetView(_AnswersView):
    """Every answer, as Parquet."""

    ending = "parquet"

    @describe("answers_parquet", answers={(200, TYPES["parquet"]): OpenApiTypes.BINARY})
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str) -> Any:
        """Send the same table with typed columns."""
        return self.stream(request)
