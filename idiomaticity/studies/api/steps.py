"""The steps of a study in the API: how far each is, and what is missing."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from idiomaticity.projects.access import admits
from idiomaticity.studies.queries.steps import Gap, list_steps


class GapRow(serializers.Serializer[Gap]):
    """Something that is missing."""

    sentence = serializers.CharField()
    is_blocking = serializers.BooleanField(help_text="Whether the link cannot be opened without it.")


class StudyStepRow(serializers.Serializer[Any]):
    """A step, with what is set so far in words."""

    step: Any = serializers.CharField(source="label")
    facts = serializers.ListField(child=serializers.CharField())
    gaps = GapRow(many=True)


class StudyStepsView(APIView):
    """The five steps in which a study is set up."""

    @describe("study_steps", answers={200: StudyStepRow(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List the steps in their order, with what is missing."""
        return Response(StudyStepRow(list_steps(project_of(request)), many=True).data)
