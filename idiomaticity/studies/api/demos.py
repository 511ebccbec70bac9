"""The public demo of a study in the API, for managers."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body
from idiomaticity.projects.access import admits
from idiomaticity.studies.models import StudyDemo
from idiomaticity.studies.services.demos import publish_demo, withdraw_demo


class StudyDemoSwitch(serializers.Serializer[Any]):
    """Publishing the demo or withdrawing its link."""

    is_public = serializers.BooleanField()


class StudyDemoState(serializers.Serializer[Any]):
    """The state of a demo; `key` is the last part of its link, null without one."""

    is_public = serializers.BooleanField()
    key = serializers.CharField(allow_null=True)


class StudyDemoView(APIView):
    """The demo, by which anyone can try the pages of the study without storing anything."""

    @describe("study_demo", answers={200: StudyDemoState})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Give the demo's link."""
        return Response(_find_state(project_of(request)))

    @describe("study_demo_switch", request=StudyDemoSwitch, answers={200: StudyDemoState})
    @admits(can_manage)
    def patch(self, request: Request, slug: str) -> Response:
        """Publish the demo, or withdraw its link for good."""
        project = project_of(request)
        switch = publish_demo if read_body(request, StudyDemoSwitch)["is_public"] else withdraw_demo
        switch(user=person(request), project=project)
        return Response(_find_state(project))


def _find_state(project: Project) -> dict[str, Any]:
    demo = StudyDemo.objects.filter(project=project).first()
    return StudyDemoState({"is_public": demo is not None, "key": demo.key if demo else None}).data
