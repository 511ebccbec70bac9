"""Marks in the API: request and response bodies."""

from typing import Any

from rest_framework import serializers

from annotation_site.assignments.api.schemas import AssignmentState
from annotation_site.web.api.openapi import Problem
from expressions.categories.lists import LONGEST_CATEGORY
from expressions.marks.marking import CONFIDENCES, LONGEST_COMMENT, MOST_MARKS, Mark

MOST_WORDS = 32_767


class MarkBody(serializers.Serializer[Any]):
    """An expression: its words, numbered over the passage from 0, its category (NotMWE for what is none), how sure the
    annotator is (1 to 3), and a comment.
    """

    words = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_WORDS), min_length=1, max_length=1_000
    )
    category = serializers.CharField(max_length=LONGEST_CATEGORY)
    confidence = serializers.IntegerField(
        min_value=min(CONFIDENCES), max_value=max(CONFIDENCES), allow_null=True, default=None
    )
    comment = serializers.CharField(max_length=LONGEST_COMMENT, allow_blank=True, default="")


class MarkList(serializers.ListField):
    """Marks of a passage."""

    child = MarkBody()

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": MOST_MARKS, **options})


class MarksContent(serializers.Serializer[Any]):
    """All marks of the passage as they stand on the page."""

    marks = MarkList()


class MarksSubmission(serializers.Serializer[Any]):
    """The marks to submit; those last saved where they are left out."""

    marks = MarkList(required=False)


class MarksProblem(Problem):
    """A refused submission. Every passage can be submitted, with marks or without."""


class WordState(serializers.Serializer[Any]):
    """A word with its number in the passage, from 0."""

    index = serializers.IntegerField()
    form = serializers.CharField()
    lemma = serializers.CharField(allow_blank=True)
    upos = serializers.CharField(allow_blank=True)


class FormState(serializers.Serializer[Any]):
    """A form with its words, which are several where words share it."""

    text = serializers.CharField()
    is_spaced = serializers.BooleanField(help_text="Whether a space follows.")
    words = WordState(many=True)


class PassageSentenceState(serializers.Serializer[Any]):
    """A sentence of the passage."""

    place = serializers.IntegerField()
    identifier = serializers.CharField(allow_blank=True)
    before = serializers.CharField(allow_blank=True, help_text="Context that is not annotated.")
    after = serializers.CharField(allow_blank=True)
    forms = FormState(many=True)


class CategoryChoice(serializers.Serializer[Any]):
    """A category with its title and key."""

    name = serializers.CharField()
    title = serializers.CharField()
    key = serializers.CharField(allow_blank=True)


class PassageState(serializers.Serializer[Any]):
    """A passage and what may be marked in it."""

    document = serializers.CharField(allow_blank=True)
    language = serializers.DictField(child=serializers.CharField())
    sentences = PassageSentenceState(many=True)
    categories = CategoryChoice(many=True)
    allows_single_word = serializers.BooleanField()
    across_sentences = serializers.BooleanField()
    asks_confidence = serializers.BooleanField()
    is_judged = serializers.BooleanField(help_text="Whether candidates are judged: idiomatic, literal or neither.")
    marks = MarkBody(many=True)


class ProposedMark(serializers.Serializer[Any]):
    """Words that may be an expression; the category is empty where it is to be decided."""

    words = serializers.ListField(child=serializers.IntegerField())
    category = serializers.CharField(allow_blank=True)


class MarkingState(PassageState, AssignmentState):
    """One assignment as its page shows it: `candidates` are proposed, `known` completes what the annotator begins."""

    candidates = ProposedMark(many=True)
    known = ProposedMark(many=True)


def read_marks_of(content: dict[str, Any]) -> dict[str, Any]:
    """Return what a save or a submission holds with its marks, if it has any, as objects."""
    return {name: [Mark.from_json(mark) for mark in marks] for name, marks in content.items()}
