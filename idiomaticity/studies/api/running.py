"""A running study in the API: progress, money, who needs attention, and more places."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import person, read_body
from idiomaticity.crowd.api import money
from idiomaticity.crowd.codes import MOST_PEOPLE
from idiomaticity.crowd.models import CrowdCall
from idiomaticity.crowd.services.opening import extend_crowd
from idiomaticity.projects.access import admits
from idiomaticity.studies.queries.running import Money, read_running


class MoneyRow(serializers.Serializer[Money]):
    """Amounts in the currency of the crowd."""

    approved = money(help_text="With bonuses.")
    due = money(help_text="Of participants who are done and not decided about.")
    at_work = money(help_text="Of participants at work, if they finish.")
    wanted = money(help_text="Of participants whom the missing ratings still want.")


class AttentionRow(serializers.Serializer[Any]):
    """A participant who needs attention, and why."""

    annotator = serializers.CharField(source="worker.membership.pseudonym")
    reasons = serializers.ListField(child=serializers.CharField(), source="attention")


class RunningBody(serializers.Serializer[Any]):
    """A study while it runs."""

    is_open = serializers.BooleanField()
    done = serializers.IntegerField()
    at_work = serializers.IntegerField()
    given = serializers.IntegerField(help_text="Ratings of `required`.")
    required: Any = serializers.IntegerField()
    wanted = serializers.IntegerField(help_text="Participants whom the missing ratings want beside those at work.")
    places_taken = serializers.IntegerField()
    places = serializers.IntegerField()
    money = MoneyRow()
    attention = AttentionRow(many=True)


class ExtendRequest(OperationRequest):
    """Places to add."""

    places = serializers.IntegerField(min_value=1, max_value=MOST_PEOPLE)


class StudyRunningView(APIView):
    """A study while it runs."""

    @describe("study_running", answers={200: RunningBody})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Give progress, money and the participants who need attention."""
        return Response(_find_state(project_of(request)))

    @describe("study_extend", request=ExtendRequest, answers={200: RunningBody})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Add places for participants."""
        project = project_of(request)
        extend_crowd(user=person(request), project=project, **read_body(request, ExtendRequest))
        return Response(_find_state(project))


def _find_state(project: Project) -> dict[str, Any]:
    call = CrowdCall.objects.select_related("project").filter(project=project).first()
    if call is None:
        raise Http404("The project has no crowd.")
    running = read_running(call)
    shown = {name: getattr(running, str(name)) for name in RunningBody().fields if name != "is_open"}
    return RunningBody({**shown, "is_open": call.is_open}).data
