"""Rating by API: the next item, its state, saving, handing in, taking back."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.accounts.models import User
from annotation_site.assignments.api import Saved, Step, StepDone, require_own, write_receipt
from annotation_site.assignments.models import Assignment
from annotation_site.projects.abilities import can_annotate
from annotation_site.projects.models import Project
from annotation_site.web.api import person, read_body
from annotation_site.web.openapi import Problem, describe
from idiomaticity.compounds.models import IdiomaticitySettings
from idiomaticity.projects.access import open_project
from idiomaticity.ratings.judgements import (
    CANNOT_JUDGE,
    HIGHEST,
    LONGEST_PARAPHRASE,
    MOST_PARAPHRASES,
    SCALES,
    Judgement,
)
from idiomaticity.ratings.queries import assignments_to_rate, rating_state
from idiomaticity.ratings.services.leasing import lease_next_rating
from idiomaticity.ratings.services.ratings import change_rating, reopen_rating, submit_rating
from idiomaticity.ratings.views import find_next


def score() -> serializers.IntegerField:
    """A score, -1 for "cannot judge", or null while there is none."""
    return serializers.IntegerField(min_value=CANNOT_JUDGE, max_value=HIGHEST, allow_null=True)


class JudgementBody(serializers.Serializer[Any]):
    """Three scores, 0 to 5, -1 for "cannot judge", null while open; and paraphrases in their order."""

    head = score()
    modifier = score()
    whole = score()
    paraphrases = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_PARAPHRASE), max_length=MOST_PARAPHRASES
    )


class RatingChangeRequest(Step):
    """A rating as it stands on the page."""

    judgement = JudgementBody()


class RatingSubmitRequest(Step):
    """Handing in, with the rating as it stands, or as it was last saved where it is left out."""

    judgement = JudgementBody(required=False)


class SentenceState(serializers.Serializer[Any]):
    """A sentence with the compound's place in it: code points, end excluded."""

    number = serializers.IntegerField()
    text = serializers.CharField()
    spans = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    pieces = serializers.ListField(child=serializers.DictField())


class QuestionState(serializers.Serializer[Any]):
    """A scale with its question and the words at its ends."""

    scale = serializers.ChoiceField(choices=SCALES)
    question = serializers.CharField()
    low = serializers.CharField()
    high = serializers.CharField()


class RatingState(serializers.Serializer[Any]):
    """One assignment as its page shows it."""

    assignment = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Assignment.State.choices)
    can_edit = serializers.BooleanField()
    item = serializers.DictField()
    level = serializers.ChoiceField(choices=IdiomaticitySettings.Level.choices)
    language = serializers.DictField(child=serializers.CharField())
    compound = serializers.DictField(child=serializers.CharField())
    sentences = SentenceState(many=True)
    questions = QuestionState(many=True)
    cannot_judge = serializers.CharField()
    paraphrase_question = serializers.CharField()
    judgement = JudgementBody()
    comments = serializers.ListField(child=serializers.DictField())
    progress = serializers.DictField(child=serializers.IntegerField())
    urls = serializers.DictField(child=serializers.CharField(allow_null=True))


class RatingConflict(Problem):
    """The refusal with the state as it is now."""

    state = RatingState(required=False)


STALE = {409: RatingConflict}


class NextRatingView(APIView):
    """Leasing."""

    @describe("next_rating", answers={200: RatingState, 204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Lease the annotator's next item; 204 when nothing is left."""
        user = person(request)
        project = open_project(person(request), slug, can_annotate)
        assignment = lease_next_rating(user=user, project=project)
        return Response(status=204) if assignment is None else Response(_state(user, assignment.pk))


class RatingView(APIView):
    """The whole state of one assignment."""

    @describe("rating_detail", answers={200: RatingState})
    def get(self, request: Request, pk: int) -> Response:
        """Give the state as the page keeps it."""
        return Response(_state(person(request), pk))


class RatingChangeView(APIView):
    """Saving."""

    @describe("rating_change", request=RatingChangeRequest, answers={200: Saved}, refusals=STALE)
    def post(self, request: Request, pk: int) -> Response:
        """Save the rating as it stands, finished or not."""
        _require_own(person(request), pk)
        operation = change_rating(user=person(request), assignment_id=pk, **_read(request, RatingChangeRequest))
        return Response(write_receipt(operation))


class RatingSubmitView(APIView):
    """Handing in."""

    @describe("rating_submit", request=RatingSubmitRequest, answers={200: StepDone}, refusals=STALE)
    def post(self, request: Request, pk: int) -> Response:
        """Submit, lease the next item, and say where it is."""
        user = person(request)
        _require_own(user, pk)
        assignment = submit_rating(user=user, assignment_id=pk, **_read(request, RatingSubmitRequest))
        address, following = find_next(user, assignment.item.project, assignment)
        return Response(
            {
                "version": assignment.version,
                "next": address,
                "next_assignment": following.pk if following else None,
            }
        )


class RatingReopenView(APIView):
    """Taking a submitted rating back."""

    @describe("rating_reopen", request=Step, answers={200: RatingState}, refusals=STALE)
    def post(self, request: Request, pk: int) -> Response:
        """Reopen and give the whole state."""
        _require_own(person(request), pk)
        reopen_rating(user=person(request), assignment_id=pk, **read_body(request, Step))
        return Response(_state(person(request), pk))


def _read(request: Request, serializer: type[Step]) -> dict[str, Any]:
    fields = read_body(request, serializer)
    if "judgement" in fields:
        fields["judgement"] = Judgement.from_json(fields["judgement"])
    return fields


def _require_own(user: User, pk: int) -> None:
    require_own(user, pk, kind=Project.Kind.IDIOMATICITY)


def _state(user: User, pk: int) -> dict[str, Any]:
    own = assignments_to_rate(Assignment.objects.for_annotator(user))
    return rating_state(get_object_or_404(own, pk=pk))
