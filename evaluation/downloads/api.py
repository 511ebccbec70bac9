"""A test set's files through the API."""

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_see_results
from annotation_site.releases.api.releases import FileOrJson
from annotation_site.web.api.openapi import describe
from evaluation.downloads.views import send_download
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import fetch_test_set


class TestSetDownloadView(APIView):
    """A file of a test set."""

    content_negotiation_class = FileOrJson

    @describe("test_set_download", answers={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int, name: str) -> StreamingHttpResponse:
        """Download the test set as `test-set.jsonl`, `lines.zip` or `cupt.zip`; its `alignments.zip` or
        `segment-scores.zip`.
        """
        return send_download(fetch_test_set(request, pk), name)
