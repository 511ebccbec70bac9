"""The effects of a machine's scores on raters."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.anchoring.api import AnchoringDetail, answer_effects
from annotation_site.jobs.api import JobDetail
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person
from idiomaticity.anchoring.jobs import find_effects
from idiomaticity.anchoring.services import request_effects
from idiomaticity.projects.access import admits


class RatingAnchoringView(APIView):
    """Effects of a machine's scores on raters."""

    @describe("rating_anchoring", answers={200: AnchoringDetail})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Get the last report; 404 before one was requested."""
        return answer_effects(find_effects(project_of(request)))

    @describe("rating_anchoring_request", request=None, answers={202: JobDetail}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Compute the report by a job."""
        project = project_of(request)
        return Response(JobDetail(request_effects(user=person(request), project=project)).data, status=202)
