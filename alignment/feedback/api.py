"""Feedback: an annotator's adjudicated pairs beside gold, and the annotator's replies."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.feedback.models import Feedback
from alignment.feedback.queries.feedback import Row, list_feedback, read_feedback
from alignment.feedback.services import LONGEST_DISPUTE, acknowledge_links, dispute_link
from alignment.projects.access import open_project
from alignment.readings.api.requests import LARGEST_INDEX
from annotation_site.accounts.models import User
from annotation_site.assignments.api.schemas import Step
from annotation_site.projects.abilities import require_annotator
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body, read_filter

STATES = [state for state in Feedback.State.values if state != Feedback.State.WITHHELD]
ACTIONS = ("acknowledge", "acknowledge_all", "dispute")


class FeedbackRow(serializers.ModelSerializer[Feedback]):
    """Feedback on one pair."""

    assignment = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(source="assignment.item.number")
    state = serializers.ChoiceField(choices=STATES)

    class Meta:
        model = Feedback
        fields = ["assignment", "number", "state", "version", "updated_at"]


class LinkFeedback(serializers.Serializer[Any]):
    """One link on which the reading and gold differ, or that has a reply."""

    source = serializers.IntegerField()  # type: ignore[assignment]  # a word, not where a value comes from
    target = serializers.IntegerField()
    kind = serializers.CharField(help_text="One of: label differs, missing, not in gold, as gold.")
    own = serializers.CharField()
    gold = serializers.CharField()
    note = serializers.CharField(allow_blank=True, help_text="The adjudicator's reason.")
    reply = serializers.CharField(allow_null=True, help_text="acknowledged, disputed, answered or null.")
    text = serializers.CharField(allow_blank=True)
    answer = serializers.CharField(allow_blank=True)


class FeedbackState(serializers.Serializer[Any]):
    """A pair beside gold."""

    assignment = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    version = serializers.IntegerField()
    differences = LinkFeedback(many=True)
    same = serializers.IntegerField(help_text="Number of links identical to gold.")


class Reply(Step):
    """One action: acknowledge a link, acknowledge all that is left, or dispute a link with a reason."""

    action = serializers.ChoiceField(choices=ACTIONS)
    source = serializers.IntegerField(min_value=0, max_value=LARGEST_INDEX, required=False)  # type: ignore[assignment]  # a word, not where a value comes from
    target = serializers.IntegerField(min_value=0, max_value=LARGEST_INDEX, required=False)
    text = serializers.CharField(max_length=LONGEST_DISPUTE, required=False, allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require both words of a link, or neither."""
        if attrs["action"] != "acknowledge_all" and not {"source", "target"} <= attrs.keys():
            raise serializers.ValidationError("Identify the link by source and target.")
        return attrs


class FeedbackListView(PagedView):
    """The annotator's feedback in a project."""

    serializer_class: Any = FeedbackRow

    @describe(
        "feedback_list",
        answers={200: FeedbackRow(many=True)},
        parameters=[OpenApiParameter("state", enum=STATES)],
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the annotator's own feedback, latest first; empty if the project shows none."""
        project = open_project(person(request), slug)
        annotator = require_annotator(person(request), project)
        own = list_feedback(annotator)
        if state := read_filter(request, "state", STATES):
            own = own.filter(state=state)
        return self.answer_page(own)


class FeedbackView(APIView):
    """Feedback on one pair."""

    @describe("feedback_detail", answers={200: FeedbackState})
    def get(self, request: Request, pk: int) -> Response:
        """Get every link on which the annotator's reading and gold differ, with replies."""
        return Response(_state(person(request), pk))

    @describe("feedback_reply", request=Reply, answers={200: FeedbackState})
    def post(self, request: Request, pk: int) -> Response:
        """Acknowledge or dispute, and get the resulting state."""
        user = person(request)
        get_object_or_404(Feedback.objects.for_annotator(user), pk=pk)
        sent = read_body(request, Reply)
        known = {"user": user, "assignment_id": pk, **{name: sent[name] for name in ("operation_id", "version")}}
        if sent["action"] == "acknowledge_all":
            acknowledge_links(**known)
        elif sent["action"] == "dispute":
            dispute_link(**known, cell=(sent["source"], sent["target"]), text=sent.get("text", ""))
        else:
            acknowledge_links(**known, cells=[(sent["source"], sent["target"])])
        return Response(_state(user, pk))


def _state(user: User, pk: int) -> dict[str, Any]:
    own = Feedback.objects.for_annotator(user).select_related(
        "assignment__item__project__alignment", "assignment__item__sentence_pair"
    )
    feedback = get_object_or_404(own, pk=pk)
    state = read_feedback(feedback)
    return {
        "assignment": feedback.pk,
        "number": feedback.assignment.item.number,
        "state": feedback.state,
        "version": feedback.version,
        "differences": [_link(row) for row in state["rows"]],
        "same": len(state["same"]),
    }


def _link(row: Row) -> dict[str, Any]:
    said = row.reply
    return {
        "source": row.cell[0],
        "target": row.cell[1],
        "kind": row.kind,
        "own": row.own,
        "gold": row.gold,
        "note": row.note,
        "reply": said.state if said else None,
        "text": said.text if said else "",
        "answer": said.answer if said else "",
    }
