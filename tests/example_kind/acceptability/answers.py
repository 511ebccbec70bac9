"""Reading, saving and finishing an answer, and its shapes in forms and the API."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from acceptability.models import Answer, Judgement, SentenceDifference
from django import forms
from django.db.models import QuerySet
from rest_framework import serializers

from annotation_site.assignments.api.schemas import AssignmentState
from annotation_site.assignments.forms import SubmitForm
from annotation_site.assignments.kinds import Save
from annotation_site.assignments.models import Assignment, Item
from annotation_site.exclusions.queries import find_excluded
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import Problem
from annotation_site.web.exceptions import Untouched


class AnswerForm(SubmitForm):
    """The answer that a page sends, with a script or without one."""

    answer = forms.ChoiceField(choices=Answer.choices)

    def read_content(self) -> dict[str, Any]:
        return {"answer": self.cleaned_data["answer"]}


class AnswerContent(serializers.Serializer[Any]):
    answer = serializers.ChoiceField(choices=Answer.choices)


class AnswerSubmission(serializers.Serializer[Any]):
    """The answer to submit; the one last saved where it is left out."""

    answer = serializers.ChoiceField(choices=Answer.choices, required=False)


class AnswerProblem(Problem):
    """A refused submission."""


class AnswerState(AssignmentState):
    text = serializers.CharField()
    answer = serializers.CharField(allow_blank=True)


def with_sentences(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return assignments of this kind with what their pages read."""
    own = assignments.filter(item__project__kind="acceptability")
    return own.select_related("item__sentence", "item__project", "annotator__project", "judgement")


def read_answer(assignment: Assignment) -> str:
    """Return the stored answer, empty before the first."""
    judgement = Judgement.objects.filter(assignment=assignment).first()
    return judgement.answer if judgement else ""


def save_answer(assignment: Assignment, answer: str) -> dict[str, Any]:
    """Store the answer, and return it before and after."""
    before = read_answer(assignment)
    Judgement.objects.update_or_create(assignment=assignment, defaults={"answer": answer})
    return {"before": before, "after": answer}


def finish_answer(assignment: Assignment, save: Save, answer: str = "") -> dict[str, Any]:
    """Return the answer that a submission keeps; there must be one."""
    stored = read_answer(assignment)
    if answer and answer != stored:
        save(answer=answer)
    if not (answer or stored):
        raise Untouched("Say whether the sentence is acceptable first.")
    return {"answer": answer or stored}


def read_answers(project: Project, *, with_excluded: bool = False, also: int | None = None) -> list[Any]:
    """Return submitted work with its answers in the order of sentences; `also` is an assignment being submitted."""
    submitted = Assignment.objects.filter(item__project=project, state=Assignment.State.SUBMITTED)
    work = submitted | Assignment.objects.filter(pk=also)
    counted = work if with_excluded else work.exclude(annotator__in=find_excluded(project))
    return list(
        counted.exclude(item__state=Item.State.WITHDRAWN)
        .select_related("item__sentence", "annotator", "judgement")
        .order_by("item__number", "annotator__pseudonym")
    )


def note_differences(project: Project, items: Iterable[int], *, also: int | None = None) -> None:
    """Store on how many answers annotators differ from most of them."""
    by_item: defaultdict[int, list[str]] = defaultdict(list)
    for assignment in read_answers(project, with_excluded=True, also=also):
        by_item[assignment.item_id].append(assignment.judgement.answer)
    for item in items:
        answers = by_item[item]
        strength = len(answers) - max(Counter(answers).values(), default=0)
        SentenceDifference.objects.update_or_create(item_id=item, defaults={"project": project, "strength": strength})
