"""The versions of a project's guidelines."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.projects.abilities import can_manage, can_visit
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Guideline
from annotation_site.projects.services.projects import LONGEST_GUIDELINE, publish_guideline
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.shapes import LARGEST_INTEGER
from annotation_site.web.api.views import PagedView, person, read_body


class GuidelineVersion(serializers.ModelSerializer[Guideline]):
    """One version, in Markdown."""

    class Meta:
        model = Guideline
        fields = ("version", "text", "change_note", "created_at")


class GuidelineRequest(serializers.Serializer[Any]):
    """The next version."""

    text = serializers.CharField(max_length=LONGEST_GUIDELINE, trim_whitespace=False)
    change_note = serializers.CharField(max_length=200, allow_blank=True, default="")
    based_on = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_INTEGER,
        required=False,
        help_text="The version that your text is based on; 409 if it is not the latest.",
    )


class GuidelinesView(PagedView):
    """Guidelines, for every member."""

    serializer_class = GuidelineVersion

    @describe("guidelines_list", answers={200: GuidelineVersion(many=True)})
    @admits(can_visit)
    def get(self, request: Request, slug: str) -> Response:
        """List the versions, newest first."""
        return self.answer_page(Guideline.objects.filter(project=project_of(request)))

    @describe("guideline_create", request=GuidelineRequest, answers={201: GuidelineVersion})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Publish the next version."""
        project = project_of(request)
        body = read_body(request, GuidelineRequest)
        guideline = publish_guideline(user=person(request), project=project, **body)
        return Response(GuidelineVersion(guideline).data, status=201)
