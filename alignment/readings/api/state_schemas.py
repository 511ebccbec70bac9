"""What the editor and the adjudicator are told, in the OpenAPI document."""

from typing import Any

from rest_framework import serializers

from alignment.pairs.models import AlignmentSettings
from alignment.readings.api.cell_schemas import Cells, ChangedDismissals, ChangedLinks, ChangedMarks, Links, indices
from alignment.readings.api.requests import DECISIONS
from annotation_site.assignments.models import Assignment, Item
from annotation_site.web.openapi import Problem


class OwnComment(serializers.Serializer[Any]):
    """A comment as its author sees it."""

    author = serializers.CharField()
    text = serializers.CharField()
    created_at = serializers.DateTimeField()


class ItemName(serializers.Serializer[Any]):
    """Which pair it is."""

    number = serializers.IntegerField()
    identifier = serializers.CharField(allow_blank=True)


class Sentence(serializers.Serializer[Any]):
    """One side of a pair."""

    language = serializers.CharField()
    name = serializers.CharField()
    direction = serializers.ChoiceField(choices=["ltr", "rtl"])
    tokens = serializers.ListField(child=serializers.CharField())
    targets = indices()


class Marks(serializers.Serializer[Any]):
    """Words marked as without counterpart."""

    source = indices()  # type: ignore[assignment]  # a field that bears the name of a field's attribute
    target = indices()


class ReadingChange(serializers.Serializer[Any]):
    """One action, with what stood before it."""

    links = ChangedLinks()
    unaligned = ChangedMarks()
    dismissed = ChangedDismissals(required=False)


class History(serializers.Serializer[Any]):
    """What can be undone and redone, oldest first."""

    done = ReadingChange(many=True)
    undone = ReadingChange(many=True)


class Progress(serializers.Serializer[Any]):
    """The annotator's own progress."""

    submitted = serializers.IntegerField()
    total = serializers.IntegerField()


class Addresses(serializers.Serializer[Any]):
    """Where the editor sends what."""

    operations = serializers.CharField()
    batch = serializers.CharField()
    submit = serializers.CharField()
    skip = serializers.CharField()
    reopen = serializers.CharField()
    take_up = serializers.CharField()
    comments = serializers.CharField()
    state = serializers.CharField()
    previous = serializers.CharField(allow_null=True)
    next = serializers.CharField(allow_null=True)
    work = serializers.CharField()


class AssignmentState(serializers.Serializer[Any]):
    """Everything the editor needs."""

    assignment = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Assignment.State.choices)
    can_edit = serializers.BooleanField()
    cannot_edit_reason = serializers.CharField(allow_blank=True)
    can_reopen = serializers.BooleanField()
    item = ItemName()
    scope = serializers.ChoiceField(choices=AlignmentSettings.Scope.choices)
    source = Sentence()  # type: ignore[assignment]  # as above
    target = Sentence()
    links = Links()
    unaligned = Marks()
    suggestions = Links(help_text="Proposed before the work began; empty for a control pair.")
    dismissed = Cells(help_text="Suggestions that one does not want.")
    history = History()
    comments = OwnComment(many=True)
    progress = Progress()
    urls = Addresses()


class StateProblem(Problem):
    """A refusal with what is stored now, where the client's picture is out of date."""

    state = AssignmentState(required=False)


class SubmitProblem(Problem):
    """A refusal; with code `untouched`, the words that have neither a link nor a mark."""

    source = indices(required=False)  # type: ignore[assignment]  # as above
    target = indices(required=False)
    can_mark_rest = serializers.BooleanField(required=False)


class SubmittedReading(serializers.Serializer[Any]):
    """What one annotator handed in."""

    annotator = serializers.CharField(help_text="A pseudonym.")
    links = Links()
    unaligned = Marks()


class CellDecision(serializers.Serializer[Any]):
    """What is decided of one cell."""

    source = serializers.IntegerField()  # type: ignore[assignment]  # as above
    target = serializers.IntegerField()
    decision = serializers.ChoiceField(choices=DECISIONS)
    note = serializers.CharField(allow_blank=True)


class AdjudicationState(serializers.Serializer[Any]):
    """All that is needed to decide a pair."""

    number = serializers.IntegerField()
    identifier = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=Item.State.choices)
    version = serializers.IntegerField()
    source_tokens = serializers.ListField(child=serializers.CharField())
    target_tokens = serializers.ListField(child=serializers.CharField())
    readings = SubmittedReading(many=True)
    disagreements = Cells()
    decisions = CellDecision(many=True)
