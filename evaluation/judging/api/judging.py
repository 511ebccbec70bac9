"""Judging by API: the next item, its state, saving, handing in, taking back, handing on."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.accounts.models import User
from annotation_site.assignments.api import (
    Saved,
    SkipRequest,
    Step,
    StepDone,
    TakeUpRequest,
    require_own,
    write_receipt,
)
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import skip_assignment, take_up_assignment
from annotation_site.projects.abilities import can_annotate
from annotation_site.projects.models import Project
from annotation_site.web.api import person, read_body
from annotation_site.web.openapi import Problem, describe
from evaluation.judging.methods import CANNOT_JUDGE
from evaluation.judging.models import HIGHEST, JudgementRound
from evaluation.judging.queries.judging import assignments_to_judge, judgement_state
from evaluation.judging.services.judging import (
    change_judgement,
    lease_next_judgement,
    reopen_judgement,
    submit_judgement,
)
from evaluation.projects.access import open_project

MOST_OUTPUTS = 100


def answer_list(**options: Any) -> serializers.ListField:
    """An answer for each question in the order shown: -1 for "cannot judge", null while there is none."""
    answer = serializers.IntegerField(min_value=CANNOT_JUDGE, max_value=HIGHEST, allow_null=True)
    return serializers.ListField(child=answer, max_length=MOST_OUTPUTS, **options)


class JudgementChangeRequest(Step):
    """Answers as they stand on the page."""

    answers = answer_list()


class JudgementSubmitRequest(Step):
    """Handing in, with the answers as they stand, or as they were last saved where they are left out."""

    answers = answer_list(required=False)


class JudgedText(serializers.Serializer[Any]):
    """A sentence with the marked expression in it."""

    text = serializers.CharField()
    pieces = serializers.ListField(child=serializers.DictField())
    language = serializers.DictField(child=serializers.CharField())


class PointState(serializers.Serializer[Any]):
    """A value that has words."""

    value = serializers.IntegerField()
    words = serializers.CharField()


class JudgementState(serializers.Serializer[Any]):
    """One assignment as its page shows it; outputs in the order in which this annotator sees them."""

    assignment = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Assignment.State.choices)
    can_edit = serializers.BooleanField()
    item = serializers.DictField()
    round = serializers.DictField()
    method = serializers.ChoiceField(choices=JudgementRound.Method.choices)
    lowest = serializers.IntegerField()
    highest = serializers.IntegerField()
    question = serializers.CharField()
    points = PointState(many=True)
    cannot_judge = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    source = JudgedText()  # type: ignore[assignment]
    reference = JudgedText()
    outputs = serializers.ListField(child=serializers.CharField(allow_blank=True))
    answers = answer_list()
    comments = serializers.ListField(child=serializers.DictField())
    progress = serializers.DictField(child=serializers.IntegerField())
    urls = serializers.DictField(child=serializers.CharField(allow_null=True))


class JudgementConflict(Problem):
    """The refusal with the state as it is now."""

    state = JudgementState(required=False)


STALE = {409: JudgementConflict}


class NextJudgementView(APIView):
    """Leasing."""

    @describe("next_judgement", answers={200: JudgementState, 204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Lease the annotator's next item; 204 when nothing is left."""
        user = person(request)
        project = open_project(person(request), slug, can_annotate)
        assignment = lease_next_judgement(user=user, project=project)
        return Response(status=204) if assignment is None else Response(_state(user, assignment.pk))


class JudgementView(APIView):
    """The whole state of one assignment."""

    @describe("judgement_detail", answers={200: JudgementState})
    def get(self, request: Request, pk: int) -> Response:
        """Give the state as the page keeps it."""
        return Response(_state(person(request), pk))


class JudgementChangeView(APIView):
    """Saving."""

    @describe("judgement_change", request=JudgementChangeRequest, answers={200: Saved}, refusals=STALE)
    def post(self, request: Request, pk: int) -> Response:
        """Save the answers as they stand, finished or not."""
        _require_own(person(request), pk)
        operation = change_judgement(
            user=person(request), assignment_id=pk, **read_body(request, JudgementChangeRequest)
        )
        return Response(write_receipt(operation))


class JudgementSubmitView(APIView):
    """Handing in."""

    @describe("judgement_submit", request=JudgementSubmitRequest, answers={200: StepDone}, refusals=STALE)
    def post(self, request: Request, pk: int) -> Response:
        """Submit, lease the next item, and say where it is."""
        _require_own(person(request), pk)
        done = submit_judgement(user=person(request), assignment_id=pk, **read_body(request, JudgementSubmitRequest))
        return Response(_go_on(person(request), done))


class JudgementSkipView(APIView):
    """Handing back."""

    @describe("judgement_skip", request=SkipRequest, answers={200: StepDone}, conflicts=True)
    def post(self, request: Request, pk: int) -> Response:
        """Skip with a reason, lease the next item, and say where it is."""
        _require_own(person(request), pk)
        done = skip_assignment(user=person(request), assignment_id=pk, **read_body(request, SkipRequest))
        return Response(_go_on(person(request), done))


class JudgementReopenView(APIView):
    """Taking a submitted judgement back."""

    @describe("judgement_reopen", request=Step, answers={200: JudgementState}, refusals=STALE)
    def post(self, request: Request, pk: int) -> Response:
        """Reopen and give the whole state."""
        _require_own(person(request), pk)
        reopen_judgement(user=person(request), assignment_id=pk, **read_body(request, Step))
        return Response(_state(person(request), pk))


class JudgementTakeUpView(APIView):
    """Taking up again what was skipped or went back."""

    @describe("judgement_take_up", request=TakeUpRequest, answers={200: JudgementState}, conflicts=True)
    def post(self, request: Request, pk: int) -> Response:
        """Take up and give the whole state."""
        _require_own(person(request), pk)
        take_up_assignment(user=person(request), assignment_id=pk, **read_body(request, TakeUpRequest))
        return Response(_state(person(request), pk))


def _require_own(user: User, pk: int) -> None:
    require_own(user, pk, kind=Project.Kind.EVALUATION)


def _go_on(user: User, done: Assignment) -> dict[str, Any]:
    following = lease_next_judgement(user=user, project=done.item.project)
    return {
        "version": done.version,
        "next": reverse("evaluation:judge", args=[following.pk]) if following else None,
        "next_assignment": following.pk if following else None,
    }


def _state(user: User, pk: int) -> dict[str, Any]:
    own = assignments_to_judge(Assignment.objects.for_annotator(user))
    return judgement_state(get_object_or_404(own, pk=pk))
