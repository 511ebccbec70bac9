"""The crowd in the API, for managers."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body, read_filter
from idiomaticity.crowd.codes import LONGEST_CONSENT, LONGEST_PARAMETER, MOST_ATTEMPTS, MOST_EACH, MOST_PEOPLE
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries import STATES, count_places_taken, count_states, list_workers
from idiomaticity.crowd.services import open_crowd, set_up_crowd
from idiomaticity.projects.access import open_project


class CrowdBody(serializers.Serializer[Any]):
    """Consent text and limits of the crowd."""

    consent = serializers.CharField(max_length=LONGEST_CONSENT)
    limit_each = serializers.IntegerField(min_value=1, max_value=MOST_EACH, default=25)
    most_people = serializers.IntegerField(
        min_value=1,
        max_value=MOST_PEOPLE,
        default=500,
        help_text="Participants who failed the qualification or are excluded do not count.",
    )
    worker_parameter = serializers.CharField(max_length=LONGEST_PARAMETER, allow_blank=True, default="")
    attempts = serializers.IntegerField(
        min_value=1, max_value=MOST_ATTEMPTS, default=1, help_text="Attempts at the qualification."
    )


class CrowdState(CrowdBody):
    """The crowd as it is; `key` is the last part of its link, null before it is set up."""

    key = serializers.CharField(allow_null=True)
    is_open = serializers.BooleanField()
    consent_version = serializers.IntegerField()
    places_taken = serializers.IntegerField(help_text="Of `most_people`.")
    people = serializers.DictField(child=serializers.IntegerField(), help_text="Number of participants by state.")


class CrowdSwitch(serializers.Serializer[Any]):
    """Opening or closing the crowd to new workers."""

    is_open = serializers.BooleanField()


class CrowdPerson(serializers.Serializer[CrowdWorker]):
    """A worker who joined by the link; marketplace ids are never shown."""

    annotator = serializers.CharField(source="membership.pseudonym")
    state = serializers.CharField(help_text=", ".join(STATES))
    ratings = serializers.IntegerField(source="membership.submitted_count")
    consent_version = serializers.IntegerField(source="consent.version")
    consented_at = serializers.DateTimeField()
    right = serializers.IntegerField(source="right_count")
    asked = serializers.IntegerField(source="asked_count")
    completed_at = serializers.DateTimeField(allow_null=True)
    completion_code = serializers.CharField()


class CrowdView(APIView):
    """Link, consent and limits."""

    @describe("crowd_detail", answers={200: CrowdState})
    def get(self, request: Request, slug: str) -> Response:
        """Give the crowd's settings and numbers."""
        return Response(_describe(open_project(person(request), slug, can_manage)))

    @describe("crowd_set_up", request=CrowdBody, answers={200: CrowdState})
    def post(self, request: Request, slug: str) -> Response:
        """Create the crowd or change it; a changed text is a new version."""
        project = open_project(person(request), slug, can_manage)
        set_up_crowd(user=person(request), project=project, **read_body(request, CrowdBody))
        return Response(_describe(project))

    @describe("crowd_open", request=CrowdSwitch, answers={200: CrowdState})
    def patch(self, request: Request, slug: str) -> Response:
        """Open or close the link."""
        project = open_project(person(request), slug, can_manage)
        open_crowd(user=person(request), project=project, **read_body(request, CrowdSwitch))
        return Response(_describe(project))


class CrowdPeopleView(PagedView):
    """The workers of a crowd."""

    serializer_class: Any = CrowdPerson
    queryset = CrowdWorker.objects.none()

    @describe(
        "crowd_people",
        answers={200: CrowdPerson(many=True)},
        parameters=[
            OpenApiParameter("state", str, enum=list(STATES)),
            OpenApiParameter("code", str, description="The participant with this completion code, if any."),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the crowd's workers, or the holder of a completion code."""
        project = open_project(person(request), slug, can_manage)
        state = read_filter(request, "state", list(STATES))
        return self.answer_page(list_workers(project, state, request.query_params.get("code", "")))


def _describe(project: Project) -> dict[str, Any]:
    call = CrowdCall.objects.filter(project=project).first()
    consent = call.consents.first() if call else None
    shown = call or CrowdCall()
    return {
        "consent": consent.text if consent else "",
        "consent_version": consent.version if consent else 0,
        "limit_each": shown.limit_each,
        "most_people": shown.most_people,
        "worker_parameter": shown.worker_parameter,
        "attempts": shown.attempts,
        "key": call.key if call else None,
        "is_open": shown.is_open,
        "places_taken": count_places_taken(call) if call else 0,
        "people": count_states(project),
    }
