"""The states of the editor and of adjudication in the OpenAPI document."""

from typing import Any

from rest_framework import serializers

from alignment.projects.models import AlignmentSettings
from alignment.readings.api.cell_schemas import (
    Cells,
    ChangedDismissals,
    ChangedLinks,
    ChangedMarks,
    DismissalEntries,
    LinkEntries,
    Links,
    MarkEntries,
    SuggestedLinks,
    indices,
)
from alignment.readings.api.requests import DECISIONS
from annotation_site.assignments.api.schemas import AssignmentState
from annotation_site.assignments.history import CHANGES
from annotation_site.assignments.models import Item
from annotation_site.web.api.openapi import Problem


class Sentence(serializers.Serializer[Any]):
    """One side of a pair."""

    language = serializers.CharField()
    name = serializers.CharField()
    direction = serializers.ChoiceField(choices=["ltr", "rtl"])
    tokens = serializers.ListField(child=serializers.CharField())
    targets = indices()


class Marks(serializers.Serializer[Any]):
    """Words marked as unaligned."""

    source = indices()  # type: ignore[assignment]  # a field that bears the name of a field's attribute
    target = indices()


class ReadingChange(serializers.Serializer[Any]):
    """One action, with the values before it."""

    links = ChangedLinks()
    unaligned = ChangedMarks()
    dismissed = ChangedDismissals(required=False)


class History(serializers.Serializer[Any]):
    """The latest changes that can be undone and redone, oldest first."""

    done = ReadingChange(many=True)
    undone = ReadingChange(many=True)
    more_done = serializers.IntegerField(help_text="Changes before those in `done`.")
    more_undone = serializers.IntegerField()
    url = serializers.CharField(help_text="Gives earlier changes: ?done=MORE_DONE&undone=MORE_UNDONE")


class PairState(AssignmentState):
    """The state of a pair in the editor."""

    scope = serializers.ChoiceField(choices=AlignmentSettings.Scope.choices)
    source = Sentence()  # type: ignore[assignment]  # as above
    target = Sentence()
    links = Links()
    unaligned = Marks()
    suggestions = SuggestedLinks(help_text="Shown to the annotator; empty for a control pair.")
    dismissed = Cells(help_text="Dismissed suggestions.")
    history = History()


class EditorChange(serializers.Serializer[Any]):
    """One action of the editor; undo and redo send empty lists."""

    kind = serializers.ChoiceField(choices=CHANGES)
    links = LinkEntries(required=False)
    unaligned = MarkEntries(required=False)
    dismissed = DismissalEntries(required=False)


class SubmitContent(serializers.Serializer[Any]):
    """Submitting a reading."""

    mark_rest = serializers.BooleanField(default=False, help_text="Mark every untouched word as without counterpart.")


class UntouchedWords(Problem):
    """A refusal; with code `untouched`, the words that have neither a link nor a mark."""

    source = indices(required=False)  # type: ignore[assignment]  # as above
    target = indices(required=False)
    can_mark_rest = serializers.BooleanField(required=False)


class SubmittedReading(serializers.Serializer[Any]):
    """One annotator's submission."""

    annotator = serializers.CharField(help_text="A pseudonym.")
    links = Links()
    unaligned = Marks()


class CellDecision(serializers.Serializer[Any]):
    """The decision on one cell."""

    source = serializers.IntegerField()  # type: ignore[assignment]  # as above
    target = serializers.IntegerField()
    decision = serializers.ChoiceField(choices=DECISIONS)
    note = serializers.CharField(allow_blank=True)


class AdjudicationState(serializers.Serializer[Any]):
    """The state of a pair in adjudication."""

    number = serializers.IntegerField()
    identifier = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=Item.State.choices)
    version = serializers.IntegerField()
    source_tokens = serializers.ListField(child=serializers.CharField())
    target_tokens = serializers.ListField(child=serializers.CharField())
    readings = SubmittedReading(many=True)
    disagreements = Cells()
    decisions = CellDecision(many=True)
