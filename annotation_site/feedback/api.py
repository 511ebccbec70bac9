"""Feedback of every kind: an annotator's adjudicated items beside gold, and the annotator's replies."""

from typing import Any

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.accounts.models import User
from annotation_site.assignments.api.schemas import Step
from annotation_site.feedback.kinds import FeedbackKind, find_feedback, list_feedback_kinds
from annotation_site.feedback.models import LONGEST_DISPUTE, LONGEST_PLACE, Feedback
from annotation_site.feedback.queries import list_feedback, say_why_gone
from annotation_site.feedback.services.replies import acknowledge_gold, dispute_gold
from annotation_site.projects.abilities import can_annotate, require_annotator
from annotation_site.projects.access import OWNER, admits, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body, read_filter

STATES = [state for state in Feedback.State.values if state != Feedback.State.WITHHELD]
ACTIONS = ("acknowledge", "acknowledge_all", "dispute")


class FeedbackRow(serializers.ModelSerializer[Feedback]):
    """Feedback on one item."""

    assignment = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(source="assignment.item.number")
    state = serializers.ChoiceField(choices=STATES)

    class Meta:
        model = Feedback
        fields = ["assignment", "number", "state", "version", "updated_at"]


class FeedbackState(serializers.Serializer[Any]):
    """An item beside gold."""

    kind = serializers.CharField(source="assignment.item.project.kind")
    assignment = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(source="assignment.item.number")
    state = serializers.ChoiceField(choices=STATES)
    version = serializers.IntegerField()


class Reply(Step):
    """One action: acknowledge gold at a place, acknowledge all that is left, or dispute gold with a reason."""

    action = serializers.ChoiceField(choices=ACTIONS)
    place = serializers.CharField(max_length=LONGEST_PLACE, required=False)
    text = serializers.CharField(max_length=LONGEST_DISPUTE, required=False, allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require a place, except where all are meant."""
        if attrs["action"] != "acknowledge_all" and "place" not in attrs:
            raise serializers.ValidationError("Identify the place.")
        return attrs


def _shape(kind: FeedbackKind) -> type[serializers.Serializer[Any]]:
    """Return the shape of feedback on an item of a kind."""
    fields = {
        "__doc__": FeedbackState.__doc__,
        "differences": kind.feedback.place_serializer(many=True),
        "same": serializers.IntegerField(help_text="Number of places identical to gold."),
    }
    return type(f"{kind.kind.title()}Feedback", (FeedbackState,), fields)


def _shapes() -> dict[str, serializers.Serializer[Any] | type[serializers.Serializer[Any]]]:
    return {str(kind.kind): _shape(kind) for kind in list_feedback_kinds()}


STATE = PolymorphicProxySerializer(
    component_name="FeedbackState",
    serializers=_shapes,
    resource_type_field_name="kind",
)


def _list_kinds() -> list[str]:
    return [kind.kind for kind in list_feedback_kinds()]


class FeedbackListView(PagedView):
    """The annotator's feedback in a project."""

    serializer_class: Any = FeedbackRow

    @describe(
        "feedback_list",
        answers={200: FeedbackRow(many=True)},
        parameters=[OpenApiParameter("state", enum=STATES)],
    )
    @admits(can_annotate, kinds=_list_kinds)
    def get(self, request: Request, slug: str) -> Response:
        """List the annotator's own feedback, latest first; empty if the project shows none."""
        project = project_of(request)
        annotator = require_annotator(person(request), project)
        own = list_feedback(annotator)
        if state := read_filter(request, "state", STATES):
            own = own.filter(state=state)
        return self.answer_page(own)


class FeedbackView(APIView):
    """Feedback on one item."""

    @describe("feedback_detail", answers={200: STATE})
    @admits(OWNER)
    def get(self, request: Request, pk: int) -> Response:
        """Get every place at which the annotator's work and gold differ, with replies."""
        return Response(_describe_item(person(request), pk))

    @describe("feedback_reply", request=Reply, answers={200: STATE})
    @admits(OWNER)
    def post(self, request: Request, pk: int) -> Response:
        """Acknowledge or dispute, and get the resulting state."""
        user = person(request)
        if not say_why_gone(user, pk):  # then the service refuses, and says that nothing was saved
            _find_feedback(user, pk)
        sent = read_body(request, Reply)
        known = {"user": user, "assignment_id": pk, **{name: sent[name] for name in ("operation_id", "version")}}
        with transaction.atomic():  # under the lock of the reply, feedback cannot go before its state is described
            if sent["action"] == "acknowledge_all":
                acknowledge_gold(**known)
            elif sent["action"] == "dispute":
                dispute_gold(**known, place=sent["place"], text=sent.get("text", ""))
            else:
                acknowledge_gold(**known, places=[sent["place"]])
            return Response(_describe_item(user, pk))


def _find_feedback(user: User, pk: int) -> Feedback:
    feedback: Feedback | None = (
        Feedback.objects.for_annotator(user).select_related("annotator__project").filter(pk=pk).first()
    )
    if feedback is None:
        raise Http404(say_why_gone(user, pk) or _("There is no feedback on this item."))
    return feedback


def _describe_item(user: User, pk: int) -> dict[str, Any]:
    source = find_feedback(_find_feedback(user, pk).annotator.project)
    own = Feedback.objects.for_annotator(user).select_related("assignment__item__project", "annotator__project")
    [feedback] = source.with_content(own.filter(pk=pk))
    state = source.describe(feedback)
    return {
        **FeedbackState(feedback).data,
        "differences": source.place_serializer(state["places"], many=True).data,
        "same": state["same_count"],
    }
