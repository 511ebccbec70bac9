"""Decisions about judgements: who may make them, stale ones, undo, and what they do to the item and the queue."""

from typing import Any
from uuid import uuid4

import pytest
from django.http import Http404

from annotation_site.adjudication.queues import AGREED, DECIDED, find_next
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.exclusions.services import exclude_annotator, lift_exclusion
from annotation_site.notices.queries import list_waiting
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired, StaleVersion, Untouched
from evaluation.adjudication.differences import Criteria
from evaluation.adjudication.models import JudgementAdjudication, JudgementDifference
from evaluation.adjudication.queries.queue import list_queue
from evaluation.adjudication.queries.readings import find_task
from evaluation.adjudication.queries.state import describe_item
from evaluation.adjudication.services import JudgementVerdict, adjudicate_judgement, undo_adjudication
from evaluation.judging.models import JudgingRound
from tests.evaluation.adjudication.disputes import (
    BAD,
    GOOD,
    A,
    B,
    decide,
    item_of,
    judge,
    make_adjudicator,
    make_dispute,
    mark,
)
from tests.evaluation.deletions.deleting import delete, restore
from tests.evaluation.judgements import answer_everything, make_round
from tests.evaluation.judging.saving import SCORES
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def state_of(judging_round: JudgingRound) -> dict[str, Any]:
    project = judging_round.project
    return describe_item(project, find_task(project, item_of(judging_round).number))


def undo(judging_round: JudgingRound, user: Any, version: int) -> JudgementAdjudication:
    number = item_of(judging_round).number
    return undo_adjudication(
        user=user, project=judging_round.project, number=number, version=version, operation_id=uuid4()
    )


def in_order(state: dict[str, Any], said: dict[str, Any]) -> list[Any]:
    return [said[text] for text in state["outputs"]]


def test_an_item_is_in_the_queue_once_all_have_judged_it_and_differ() -> None:
    opened = make_dispute(A, required_count=2)
    assert not list_queue(opened.project)
    judge(opened.project, B)
    (row,) = list_queue(opened.project)
    # A marked “spaccato” and “gelo”, 12 characters, of which B marked 4: precision 1, recall 1/3.
    assert row.lowest_f1 == pytest.approx(0.5)
    assert (row.score_gap, row.labels_differ) == (50, False)
    assert not list_queue(opened.project, criteria=Criteria(f1_below=0.5, gap_above=50))
    assert list_queue(opened.project, criteria=Criteria(f1_below=0.51, gap_above=50)).count() == 1
    assert list_queue(opened.project, AGREED, Criteria(f1_below=0.5, gap_above=50)).count() == 1
    adjudicator = make_adjudicator(opened.project)
    waiting = {each.task.name: each.count for each in list_waiting(adjudicator, [opened.project])[opened.project.pk]}
    assert waiting["disputed_judgements"] == 1


def test_what_all_agree_on_is_preset_and_the_rest_waits() -> None:
    opened = make_dispute()
    state = state_of(opened)
    assert state["is_preset"]
    assert state["answers"] == in_order(state, {GOOD: 95, BAD: None})
    assert state["spans"] == in_order(state, {GOOD: [], BAD: [mark(BAD, "gelo")]})
    assert state["reasons"] == in_order(state, {GOOD: [], BAD: ["scores"]})
    readings = state["readings"][state["outputs"].index(BAD)]
    assert [(each["annotator"], each["answer"], each["spans"]) for each in readings] == [
        ("A", 20, sorted(A[BAD][1], key=lambda each: each["start"])),
        ("B", 70, B[BAD][1]),
    ]
    with pytest.raises(Untouched):
        decide(opened, make_adjudicator(opened.project))


def test_a_majority_of_marks_is_preset_but_not_a_tie() -> None:
    third = {GOOD: (95, []), BAD: (30, [mark(BAD, "spaccato", "major")])}
    state = state_of(make_dispute(A, B, third))
    assert state["spans"][state["outputs"].index(BAD)] == [mark(BAD, "spaccato", "major"), mark(BAD, "gelo")]
    other = {GOOD: (95, []), BAD: (30, [mark(BAD, "infine")])}
    state = state_of(make_dispute(B, other))
    assert state["spans"][state["outputs"].index(BAD)] == []


def test_a_decision_closes_the_item_and_undo_opens_it_step_by_step() -> None:
    opened = make_dispute()
    adjudicator = make_adjudicator(opened.project)
    order = state_of(opened)
    draft = decide(opened, adjudicator, answers=in_order(order, {GOOD: 95, BAD: None}), is_done=False)
    assert item_of(opened).state == Item.State.ANNOTATED
    answers = in_order(order, {GOOD: 95, BAD: 30})
    spans = in_order(order, {GOOD: [], BAD: A[BAD][1]})
    done = decide(opened, adjudicator, draft.version, answers=answers, spans=spans, note=" A is right. ")
    assert (done.decided_by, done.note) == (adjudicator, "A is right.")
    assert item_of(opened).state == Item.State.ADJUDICATED
    texts = [output["text"] for output in item_of(opened).judgement_task.outputs]
    assert done.answers[texts.index(BAD)] == 30
    assert len(done.spans[texts.index(BAD)]) == 2
    assert list_queue(opened.project, DECIDED).count() == 1
    assert find_next(list_queue(opened.project)) is None
    judged = Assignment.objects.filter(item=item_of(opened)).first()
    with pytest.raises(NotEditable):
        reopen_assignment(
            user=judged.annotator.user, assignment_id=judged.pk, operation_id=uuid4(), version=judged.version
        )
    back = undo(opened, adjudicator, done.version)
    assert (back.is_done, back.answers[texts.index(BAD)], back.note) == (False, None, "")
    assert item_of(opened).state == Item.State.ANNOTATED
    first = undo(opened, adjudicator, back.version)
    assert first.spans[texts.index(BAD)] == [mark(BAD, "gelo")]
    with pytest.raises(DomainError, match="no decision"):
        undo(opened, adjudicator, first.version)


def test_a_stale_decision_changes_nothing_and_a_repeated_one_counts_once() -> None:
    opened = make_dispute()
    adjudicator, other = make_adjudicator(opened.project), make_adjudicator(opened.project)
    given = {
        "user": adjudicator,
        "project": opened.project,
        "number": item_of(opened).number,
        "version": 0,
        "verdict": JudgementVerdict(answers=[50, 50]),
        "operation_id": uuid4(),
    }
    adjudicate_judgement(**given)
    assert adjudicate_judgement(**given).version == 1
    with pytest.raises(StaleVersion):
        decide(opened, other, 0, answers=[10, 10])
    assert JudgementAdjudication.objects.get().answers == [50, 50]


def test_only_adjudicators_and_managers_decide_and_only_what_all_have_judged() -> None:
    opened = make_dispute(A, required_count=2)
    adjudicator = make_adjudicator(opened.project)
    with pytest.raises(NotEditable, match="still being judged"):
        decide(opened, adjudicator, answers=[1, 1])
    # Who judges, too, sees nobody's marks before their own are in.
    own = judge(opened.project, B, user=adjudicator)
    assert list_queue(opened.project).count() == 1
    reopen_assignment(user=adjudicator, assignment_id=own.pk, operation_id=uuid4(), version=own.version)
    assert not list_queue(opened.project)
    assert not state_of(opened)["can_edit"]
    annotator = make_member(opened.project, Role.ANNOTATOR).user
    with pytest.raises(RoleRequired):
        decide(opened, annotator, answers=[1, 1])
    with pytest.raises(Http404):
        adjudicate_judgement(
            user=adjudicator,
            project=opened.project,
            number=999,
            version=0,
            verdict=JudgementVerdict(),
            operation_id=uuid4(),
        )


def test_marks_that_nobody_can_make_are_refused() -> None:
    opened = make_dispute()
    with pytest.raises(DomainError, match="not inside the text"):
        decide(opened, make_adjudicator(opened.project), spans=[[mark(BAD, "gelo") | {"end": 400}], []])
    assert not JudgementAdjudication.objects.exists()


def test_an_excluded_annotator_is_no_party_to_a_dispute() -> None:
    opened = make_dispute()
    project = opened.project
    annotator = Assignment.objects.get(item=item_of(opened), annotator__pseudonym="A").annotator
    known = {"user": project.created_by, "project": project, "annotator_id": annotator.pk}
    exclude_annotator(**known, reason="Careless.")
    assert not list_queue(project)
    assert JudgementDifference.objects.get().lowest_f1 is None
    lift_exclusion(**known)
    assert list_queue(project).count() == 1


def test_the_worst_item_comes_first_and_scores_and_preferences_are_decided_the_same_way() -> None:
    opened = make_round()
    answer_everything(make_member(opened.project), SCORES)
    turned = {text: 6 - value for text, value in SCORES.items()}
    answer_everything(make_member(opened.project), turned)
    rows = list(list_queue(opened.project))
    assert [row.score_gap for row in rows] == sorted((row.score_gap for row in rows), reverse=True)
    worst = rows[0].item
    assert find_next(list_queue(opened.project)) == worst.number
    assert find_next(list_queue(opened.project), worst) == rows[1].item.number
    adjudicator = make_adjudicator(opened.project)
    state = describe_item(opened.project, find_task(opened.project, worst.number))
    adjudicate_judgement(
        user=adjudicator,
        project=opened.project,
        number=worst.number,
        version=0,
        verdict=JudgementVerdict(answers=[3] * len(state["outputs"])),
        operation_id=uuid4(),
    )
    assert find_next(list_queue(opened.project)) == rows[1].item.number


def test_a_round_with_decisions_is_deleted_and_restored() -> None:
    opened = make_dispute()
    decide(opened, make_adjudicator(opened.project), answers=[50, 50])
    deletion = delete(opened.project, "judging-round", opened.pk)
    assert not JudgementAdjudication.objects.exists()
    restore(deletion)
    assert JudgementAdjudication.objects.get().answers == [50, 50]
    assert list_queue(opened.project, DECIDED).count() == 1
