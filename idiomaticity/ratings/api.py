"""Shapes of a rating in the API."""

from typing import Any

from rest_framework import serializers

from annotation_site.assignments.api.schemas import AssignmentState
from annotation_site.web.api.openapi import Problem
from idiomaticity.projects.models import IdiomaticitySettings
from idiomaticity.scales.judgements import CANNOT_JUDGE, Judgement
from idiomaticity.scales.paraphrase_texts import LONGEST_PARAPHRASE, MOST_PARAPHRASES
from idiomaticity.scales.score_scale import MOST


def score() -> serializers.IntegerField:
    """Return a field for a score, -1 for “cannot judge”, or null for no answer yet."""
    return serializers.IntegerField(min_value=CANNOT_JUDGE, max_value=MOST, allow_null=True)


class JudgementBody(serializers.Serializer[Any]):
    """Three scores on the project's scale, -1 for "cannot judge", null while open; paraphrases in their order."""

    head = score()
    modifier = score()
    whole = score()
    paraphrases = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_PARAPHRASE), max_length=MOST_PARAPHRASES
    )
    extra = serializers.DictField(child=score(), required=False, help_text="Answers to extra questions, by name.")


class RatingContent(serializers.Serializer[Any]):
    """A rating as it stands on the page."""

    judgement = JudgementBody()


class RatingSubmission(serializers.Serializer[Any]):
    """The rating as it stands, or as it was last saved where it is left out."""

    judgement = JudgementBody(required=False)


class OpenScales(Problem):
    """A refusal; with code `untouched`, the scales that have no score."""

    scales = serializers.ListField(child=serializers.CharField(), required=False)


class SentenceState(serializers.Serializer[Any]):
    """A sentence with the compound's place in it: code points, end excluded."""

    number = serializers.IntegerField()
    text = serializers.CharField()
    spans = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    pieces = serializers.ListField(child=serializers.DictField())
    previous = serializers.CharField(help_text="The sentence before; blank if there is none.")
    next = serializers.CharField(help_text="The sentence after; blank if there is none.")


class QuestionState(serializers.Serializer[Any]):
    """A question with its scores, the words at both ends and labels by score."""

    scale = serializers.CharField(help_text="head, modifier, whole, or the name of an extra question.")
    question = serializers.CharField()
    low = serializers.CharField()
    high = serializers.CharField()
    lowest = serializers.IntegerField()
    highest = serializers.IntegerField()
    step = serializers.IntegerField()
    labels = serializers.DictField(child=serializers.CharField())
    is_slider = serializers.BooleanField(help_text="More scores than buttons fit on a line.")


class RatingState(AssignmentState):
    """One assignment as its page shows it."""

    level = serializers.ChoiceField(choices=IdiomaticitySettings.Level.choices)
    language = serializers.DictField(child=serializers.CharField())
    compound = serializers.DictField(child=serializers.CharField())
    sentences = SentenceState(many=True)
    questions = QuestionState(many=True)
    cannot_judge = serializers.CharField()
    paraphrase_question = serializers.CharField()
    machine_scores = serializers.DictField(
        child=serializers.IntegerField(), help_text="A machine's scores that the page shows, by question."
    )
    judgement = JudgementBody()


def read_judgements(content: dict[str, Any]) -> dict[str, Any]:
    """Return what a save or a submission holds with its judgement, if it has one, as an object."""
    return {name: Judgement.from_json(judgement) for name, judgement in content.items()}
