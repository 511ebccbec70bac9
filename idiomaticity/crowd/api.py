"""The crowd in the API, for managers."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body, read_filter
from idiomaticity.crowd.codes import (
    CURRENCY,
    LONGEST_ADDRESS,
    LONGEST_CONSENT,
    LONGEST_PARAMETER,
    MOST_ATTEMPTS,
    MOST_EACH,
    MOST_PARAMETERS,
    MOST_PEOPLE,
)
from idiomaticity.crowd.marketplaces import SIGNERS
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.queries.people import (
    STATES,
    Burst,
    count_states,
    find_bursts,
    find_doubles,
    list_workers,
    read_funnel,
)
from idiomaticity.crowd.queries.places import count_places_taken
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.participants import review_workers
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.lists.queries import read_lists, sum_up
from idiomaticity.projects.access import admits


def parameter(**more: Any) -> serializers.CharField:
    """Return a field for the name of a parameter of the link."""
    return serializers.CharField(max_length=LONGEST_PARAMETER, **more)


def address(**more: Any) -> serializers.CharField:
    """Return a field for an address to which participants return."""
    return serializers.CharField(max_length=LONGEST_ADDRESS, allow_blank=True, default="", **more)


def money(**more: Any) -> serializers.DecimalField:
    """Return a field for an amount."""
    return serializers.DecimalField(max_digits=8, decimal_places=2, min_value=Decimal(0), **more)


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
    session_parameter = parameter(
        default="", allow_blank=True, help_text="Participants who return with both IDs can continue on any device."
    )
    other_parameters = serializers.ListField(child=parameter(), max_length=MOST_PARAMETERS, default=list)
    forget_on = serializers.DateField(
        allow_null=True, default=None, help_text="Parameters are kept, encrypted, until this day; without it, none is."
    )
    signed_by = serializers.ChoiceField(
        choices=["", *SIGNERS], default="", help_text="The marketplace that must have signed the link; none if empty."
    )
    completed_url = address(help_text="{code} is the completion code, {NAME} a kept parameter.")
    screened_out_url = address()
    full_url = address()
    payment = money(default=Decimal(0))
    currency = serializers.RegexField(CURRENCY, allow_blank=True, default="")
    lists = serializers.ChoiceField(
        choices=CrowdCall.Lists.choices,
        default="",
        help_text="Lists of `limit_each` items at most; fixed once a participant has begun, as their length is.",
    )
    groups = serializers.ChoiceField(
        choices=CrowdCall.Groups.choices,
        default=CrowdCall.Groups.ONE,
        help_text="2: a list has sentences or compounds by themselves.",
    )
    repeats = serializers.IntegerField(
        min_value=0,
        max_value=MOST_EACH,
        default=0,
        help_text="Items of each list that are asked a second time; they count in no result.",
    )


class CrowdSettings(CrowdBody):
    """The settings that set up a crowd, as they are sent."""

    stops_storing = serializers.BooleanField(
        default=False,
        help_text="Required to change settings so that parameters of later participants are no longer stored.",
    )


class FunnelRow(serializers.Serializer[Any]):
    """Number of people from the link to the approval, and the cost of those who are approved."""

    came = serializers.IntegerField()
    consented = serializers.IntegerField()
    qualified = serializers.IntegerField()
    finished = serializers.IntegerField()
    approved = serializers.IntegerField()
    cost = money()


class DrawnLists(serializers.Serializer[Any]):
    """The lists in numbers, and the participants whom they want together."""

    lists = serializers.IntegerField()
    shortest = serializers.IntegerField()
    longest = serializers.IntegerField()
    people = serializers.IntegerField()
    cost = money()


class BurstRow(serializers.Serializer[Burst]):
    """People who came from one network within an hour."""

    at = serializers.DateTimeField(help_text="When the last of them came.")
    people = serializers.IntegerField()
    answered = serializers.IntegerField(help_text="Of them, those who have answered anything.")


class CrowdState(CrowdBody):
    """The crowd as it is; `key` is the last part of its link, null before it is set up."""

    key = serializers.CharField(allow_null=True)
    is_open = serializers.BooleanField()
    consent_version = serializers.IntegerField()
    places_taken = serializers.IntegerField(help_text="Of `most_people`.")
    people = serializers.DictField(child=serializers.IntegerField(), help_text="Number of participants by state.")
    funnel = FunnelRow(allow_null=True)
    drawn = DrawnLists()
    bursts = BurstRow(many=True, help_text="Hours in which many came from one network, latest first.")


class CrowdSwitch(serializers.Serializer[Any]):
    """Opening or closing the crowd to new workers."""

    is_open = serializers.BooleanField()


class CrowdPerson(serializers.Serializer[CrowdWorker]):
    """A worker who joined by the link; marketplace ids are never shown."""

    annotator = serializers.CharField(source="membership.pseudonym")
    list = serializers.IntegerField(source="list_number", allow_null=True)
    state = serializers.CharField(help_text=", ".join(STATES))
    ratings = serializers.IntegerField(source="rated_count", help_text="Attention items included, repeats not.")
    consent_version = serializers.IntegerField(source="consent.version")
    consented_at = serializers.DateTimeField()
    right = serializers.IntegerField(source="right_count")
    asked = serializers.IntegerField(source="asked_count")
    completed_at = serializers.DateTimeField(allow_null=True)
    completion_code = serializers.CharField()
    approval = serializers.ChoiceField(choices=["", *CrowdWorker.Approval.values])
    bonus = money()
    same_network = serializers.IntegerField(
        source="same_network_count", help_text="Others who had come from the same network in the hour before."
    )
    doubles = serializers.SerializerMethodField(help_text="Participants who may be the same person, and why.")

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_doubles(self, worker: CrowdWorker) -> Sequence[str]:
        doubles: Mapping[int, Sequence[str]] = self.context["doubles"]
        return doubles.get(worker.pk, [])


class CrowdReview(serializers.Serializer[Any]):
    """A decision about participants; without a bonus, each keeps theirs."""

    annotators = serializers.ListField(child=serializers.CharField(max_length=8), max_length=MOST_PEOPLE)
    approval = serializers.ChoiceField(choices=["", *CrowdWorker.Approval.values])
    bonus = money(required=False)


class CrowdReviewed(serializers.Serializer[Any]):
    """Number of participants that were decided about."""

    reviewed = serializers.IntegerField()


class CrowdView(APIView):
    """Link, consent and limits."""

    @describe("crowd_detail", answers={200: CrowdState})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """Give the crowd's settings and numbers."""
        return Response(_crowd_state(project_of(request)))

    @describe("crowd_set_up", request=CrowdSettings, answers={200: CrowdState})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Create the crowd or change it; a changed text is a new version."""
        project = project_of(request)
        set_up_crowd(user=person(request), project=project, **read_body(request, CrowdSettings))
        return Response(_crowd_state(project))

    @describe("crowd_open", request=CrowdSwitch, answers={200: CrowdState})
    @admits(can_manage)
    def patch(self, request: Request, slug: str) -> Response:
        """Open or close the link."""
        project = project_of(request)
        open_crowd(user=person(request), project=project, **read_body(request, CrowdSwitch))
        return Response(_crowd_state(project))


class CrowdPeopleView(PagedView):
    """The workers of a crowd."""

    serializer_class: Any = CrowdPerson
    queryset = CrowdWorker.objects.none()
    doubles: Mapping[int, Sequence[str]] = {}

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "doubles": self.doubles}

    @describe(
        "crowd_people",
        answers={200: CrowdPerson(many=True)},
        parameters=[
            OpenApiParameter("state", str, enum=list(STATES)),
            OpenApiParameter("code", str, description="The participant with this completion code, if any."),
        ],
    )
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List the crowd's workers, or the holder of a completion code."""
        project = project_of(request)
        state = read_filter(request, "state", list(STATES))
        self.doubles = find_doubles(project)
        return self.answer_page(list_workers(project, state, request.query_params.get("code", "")))

    @describe("crowd_review", request=CrowdReview, answers={200: CrowdReviewed})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Approve or reject participants, or leave them undecided."""
        project = project_of(request)
        reviewed = review_workers(user=person(request), project=project, **read_body(request, CrowdReview))
        return Response({"reviewed": reviewed})


def _crowd_state(project: Project) -> dict[str, Any]:
    call = CrowdCall.objects.filter(project=project).first()
    consent = call.consents.first() if call else None
    shown, drawn = call or CrowdCall(), sum_up(read_lists(project))
    settings = {str(name): getattr(shown, str(name)) for name in CrowdBody().fields if name != "consent"}
    return CrowdState(
        settings
        | {
            "consent": consent.text if consent else "",
            "consent_version": consent.version if consent else 0,
            "key": call.key if call else None,
            "is_open": shown.is_open,
            "places_taken": count_places_taken(call) if call else 0,
            "people": count_states(project),
            "funnel": read_funnel(call) if call else None,
            "drawn": {**asdict(drawn), "cost": drawn.people * shown.payment},
            "bursts": find_bursts(project),
        }
    ).data
