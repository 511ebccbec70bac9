"""Adjudication: which sentences wait, how answers differ, and the two acts."""

from collections.abc import Mapping
from typing import Any

from acceptability.answers import read_answers
from acceptability.models import Answer, Sentence, SentenceDecision, SentenceDifference
from django import forms
from django.db import transaction
from django.db.models import Q
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from annotation_site.accounts.models import User
from annotation_site.adjudication.acts import Acts
from annotation_site.adjudication.kinds import Adjudication, ApiNames, QueuePart
from annotation_site.adjudication.models import LONGEST_NOTE
from annotation_site.adjudication.queries import describe_decision
from annotation_site.adjudication.queues import AGREED, DECIDED, TO_DECIDE, order_queue
from annotation_site.adjudication.schemas import DecisionRequest, DecisionState
from annotation_site.adjudication.services import Deciding, decide, undo
from annotation_site.assignments.forms import StepForm
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_adjudicate, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import NotEditable

READ = (Item.State.ANNOTATED, Item.State.ADJUDICATED)


class DifferenceRow(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="item.number")
    differences = serializers.IntegerField(source="strength")


class SentenceState(DecisionState):
    text = serializers.CharField()
    answers = serializers.DictField(child=serializers.CharField())
    decided = serializers.CharField(allow_blank=True)


class SentenceDecisionRequest(DecisionRequest):
    answer = serializers.ChoiceField(choices=Answer.choices)


class DecisionForm(StepForm):
    answer = forms.ChoiceField(choices=Answer.choices)
    note = forms.CharField(max_length=LONGEST_NOTE, required=False)

    def read_content(self) -> dict[str, Any]:
        return {"answer": self.cleaned_data["answer"], "note": self.cleaned_data["note"]}

    def list_faults(self) -> list[str]:
        return [str(fault) for faults in self.errors.values() for fault in faults]


class SentenceAdjudication(Adjudication[Sentence]):
    """Sentences on which annotators differ."""

    kind = "acceptability"
    acts = Acts(
        decide="decide_sentence",
        undo="undo_decide_sentence",
        fields=("answer",),
        stale="Someone else has decided on this sentence since.",
        nothing="There is no decision on this sentence.",
        api="api:sentence-decision",
        differences=SentenceDifference,
    )
    queue_template = "acceptability/queue.html"
    template = "acceptability/adjudicate.html"
    noun, start = "sentences", "Start with the most disputed sentence"
    nothing_left = "There are no more sentences to adjudicate."
    api = ApiNames.of("sentence")
    row_serializer, state_serializer = DifferenceRow, SentenceState
    decision_serializer = SentenceDecisionRequest

    def choose(self, user: User, project: Project, asked: Mapping[str, str]) -> QueuePart:
        return QueuePart(self.find_shown(asked.get("show", "")))

    def list_queue(self, project: Project, part: QueuePart) -> Any:
        waits = Q(is_decided=False, item__state=Item.State.ANNOTATED)
        lists = {TO_DECIDE: waits & Q(strength__gt=0), AGREED: waits & Q(strength=0), DECIDED: Q(is_decided=True)}
        rows = SentenceDifference.objects.filter(lists[part.shown], project=project)
        return order_queue(rows).select_related("item__sentence")

    def find(self, user: User, project: Project, number: int) -> Sentence:
        sentences = Sentence.objects.select_related("item__project")
        return get_object_or_404(sentences, item__project=project, item__number=number)

    def name(self, subject: Sentence) -> str:
        return f"Sentence {subject.item.number}"

    def describe(self, user: User, subject: Sentence) -> dict[str, Any]:
        item = subject.item
        decision = SentenceDecision.objects.filter(item=item).first()
        answers = {
            row.annotator.pseudonym: row.judgement.answer
            for row in read_answers(item.project, with_excluded=True)
            if row.item_id == item.pk
        }
        return {
            **describe_decision(item, decision, "This sentence is still being read."),
            "text": subject.text,
            "answers": answers,
            "choices": Answer.choices,
            "decided": decision.answer if decision and decision.is_done else "",
        }

    def decision_form(self, data: Any, subject: Sentence) -> DecisionForm:
        return DecisionForm(data)

    @transaction.atomic
    def decide(
        self, *, user: User, project: Project, number: int, version: int, operation_id: Any, **content: Any
    ) -> SentenceDecision:
        deciding = self._lock(user, project, number)
        decide(deciding, version=version, wanted={**content, "is_done": True}, operation_id=operation_id)
        return deciding.row

    @transaction.atomic
    def undo(self, *, user: User, project: Project, number: int, version: int, operation_id: Any) -> SentenceDecision:
        deciding = self._lock(user, project, number)
        undo(deciding, version=version, operation_id=operation_id)
        return deciding.row

    def _lock(self, user: User, project: Project, number: int) -> Deciding[SentenceDecision]:
        require(can_adjudicate, user, project)
        item = get_object_or_404(Item.objects.select_for_update(no_key=True), project=project, number=number)
        if item.state not in READ:
            raise NotEditable("This sentence is still being read.")
        row = SentenceDecision.objects.filter(item=item).first() or SentenceDecision(item=item)
        return Deciding(self.acts, user, project, row, {"number": number}, item)


SENTENCES = SentenceAdjudication()
