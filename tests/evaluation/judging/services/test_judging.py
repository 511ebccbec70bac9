"""Judgements: the order shown, answers by output, and each step once."""

from uuid import uuid4

import pytest
from django.db import InternalError, transaction
from django.http import Http404

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.web.exceptions import NotEditable, StaleVersion, Untouched
from evaluation.judging.methods import CANNOT_JUDGE
from evaluation.judging.models import JudgementTask, OutputJudgement, ShownOrder
from evaluation.judging.queries.judging import list_judging_rounds
from tests.evaluation.judgements import (
    answer,
    answer_everything,
    lease_judgement,
    make_round,
)
from tests.evaluation.judging.saving import SCORES, save
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def test_the_order_shown_is_recorded_with_the_assignment_and_never_changes(assignment: Assignment) -> None:
    shown = ShownOrder.objects.get(assignment=assignment)
    task = assignment.item.judgement_task
    state = describe_state(assignment)
    assert state["outputs"] == [task.outputs[place]["text"] for place in shown.places]
    with pytest.raises(InternalError), transaction.atomic():
        ShownOrder.objects.update(places=[0, 0])
    with pytest.raises(InternalError), transaction.atomic():
        JudgementTask.objects.update(label="another")


def test_the_state_tells_neither_systems_nor_other_annotators() -> None:
    opened = make_round()
    mine = lease_judgement(make_member(opened.project))
    before = describe_state(Assignment.objects.get(pk=mine.pk))
    answer_everything(make_member(opened.project), SCORES)
    assert describe_state(Assignment.objects.get(pk=mine.pk)) == before
    assert "system" not in str(before)


def test_answers_are_saved_by_output_whatever_was_shown_first(assignment: Assignment) -> None:
    places = assignment.shown_order.places
    operation = save(assignment, [4, None])
    assert OutputJudgement.objects.get(assignment=assignment).output == places[0]
    assert operation.payload["shown"] == places
    assert describe_state(Assignment.objects.get(pk=assignment.pk))["answers"] == [4, None]


def test_the_same_operation_sent_twice_is_applied_once(assignment: Assignment) -> None:
    operation_id = uuid4()
    first, second = (save(assignment, [1, 2], operation_id=operation_id) for _ in "ab")
    assert (first.version, first.created_at) == (second.version, second.created_at)
    assert Assignment.objects.get(pk=assignment.pk).version == 1


def test_a_stale_version_is_refused_with_the_state_as_it_is(assignment: Assignment) -> None:
    save(assignment, [1, 2])
    with pytest.raises(StaleVersion) as refused:
        save(assignment, [5, 5])
    assert refused.value.details["state"]["answers"] == [1, 2]


def test_submitting_needs_every_answer_and_keeps_a_snapshot(assignment: Assignment) -> None:
    with pytest.raises(Untouched, match="one more translation"):
        answer(assignment, [1, None])
    done = answer(assignment, [5, CANNOT_JUDGE])
    submission = done.submissions.get()
    assert submission.reading["shown"] == assignment.shown_order.places
    assert sorted(submission.reading["answers"]) == [CANNOT_JUDGE, 5]
    with pytest.raises(NotEditable):
        save(Assignment.objects.get(pk=assignment.pk), [1, 1])


def test_what_is_undone_counts_no_longer(assignment: Assignment) -> None:
    done = answer(assignment)
    assert list_judging_rounds(done.item.project).get().given == 1
    reopen_assignment(user=done.annotator.user, assignment_id=done.pk, operation_id=uuid4(), version=done.version)
    assert list_judging_rounds(done.item.project).get().given == 0
    assert not OutputJudgement.objects.submitted().exists()


def test_somebody_elses_judgement_does_not_exist(assignment: Assignment) -> None:
    other = make_member(assignment.item.project)
    with pytest.raises(Http404):
        change_assignment(user=other.user, assignment_id=assignment.pk, operation_id=uuid4(), version=0, answers=[1, 1])


def test_no_more_people_than_required_judge_an_expression() -> None:
    opened = make_round(required_count=3)
    people = [make_member(opened.project) for _ in range(4)]
    assert [answer_everything(annotator, SCORES) for annotator in people] == [3, 3, 3, 0]
    assert set(Item.objects.filter(project=opened.project).values_list("state", flat=True)) == {"annotated"}
