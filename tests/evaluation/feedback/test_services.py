"""Judges get feedback on decided items, when nobody judges on that test set any more, and never before."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.submissions import submit_assignment
from annotation_site.feedback.models import Feedback
from annotation_site.feedback.queries import count_feedback
from annotation_site.notices.models import Notice
from annotation_site.projects.services.projects import change_settings
from annotation_site.web.exceptions import NotEditable
from evaluation.adjudication.queries.readings import find_page_order
from evaluation.adjudication.services import JudgementVerdict, adjudicate_judgement
from evaluation.feedback.jobs import give_judges_feedback
from evaluation.feedback.queries import describe_feedback
from evaluation.judging.methods import as_shown, as_stored
from evaluation.judging.models import JudgingRound
from evaluation.judging.queries.reopening import REOPENED_WITHIN
from evaluation.judging.services.judging_rounds import close_judging_round, reopen_judging_round
from tests.alignment.feedback.cases import client_of
from tests.evaluation.adjudication.disputes import A
from tests.evaluation.feedback.cases import BAD, NOTE, Case
from tests.evaluation.judgements import lease_judgement, make_round
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def submit(given: Assignment, answers: list[int]) -> None:
    submit_assignment(
        user=given.annotator.user, assignment_id=given.pk, operation_id=uuid4(), version=0, answers=answers
    )


def is_seen(case: Case) -> bool:
    """Look at every way to feedback; all say the same."""
    client = client_of(case.judge)
    page = client.get(reverse("evaluation:feedback_item", args=[case.mine.pk])).status_code
    assert (client.get(reverse("api:assignment-feedback", args=[case.mine.pk])).status_code == 200) == (page == 200)
    listed = client.get(reverse("api:feedback", args=[case.project.slug])).json()["count"]
    assert sum(count_feedback(case.mine.annotator).values()) == listed == int(page == 200)
    return page == 200


def test_it_is_given_a_day_after_the_round_was_closed() -> None:
    case = Case()
    case.decide()
    assert not is_seen(case)  # the round is open: the same judge may be asked again
    case.close()
    give_judges_feedback()
    assert not is_seen(case)  # it can be reopened
    assert not Notice.objects.filter(task="feedback").exists()
    case.pass_grace()
    assert is_seen(case)
    assert {notice.user for notice in Notice.objects.filter(task="feedback")} == {case.judge, case.other}


def test_what_is_decided_later_is_given_at_once() -> None:
    case = Case()
    case.close()
    case.pass_grace()
    assert not Feedback.objects.exists()
    case.decide()
    assert is_seen(case)


def test_it_is_given_only_where_the_manager_says_so() -> None:
    case = Case(shows_feedback=False)
    case.finish()
    assert not is_seen(case)
    assert not Notice.objects.filter(task="feedback").exists()
    case.switch_on()
    assert is_seen(case)
    assert Notice.objects.filter(task="feedback", user=case.judge).exists()


def test_a_round_that_is_opened_again_shows_nothing() -> None:
    case = Case()
    case.decide()
    case.close()
    reopen_judging_round(user=case.manager, judging_round=case.judging_round)
    give_judges_feedback()
    assert not is_seen(case)


def test_another_round_on_the_same_test_set_keeps_it_back() -> None:
    case = Case()
    case.decide()
    case.close()
    later = make_round(case.project, case.judging_round.test_set, method="score")
    case.pass_grace()
    assert not is_seen(case)
    close_judging_round(user=case.manager, judging_round=later)
    case.pass_grace(later)
    assert is_seen(case)


def test_an_item_that_somebody_still_judges_keeps_it_back() -> None:
    case = Case(repeat_share=100)
    case.decide()
    begun = lease_judgement(case.mine.annotator)  # asked a second time
    case.close()
    case.pass_grace()
    assert not is_seen(case)
    begun.state = begun.State.RETURNED
    begun.save()
    give_judges_feedback()
    assert is_seen(case)


def test_no_decision_is_seen_while_it_is_taken_back() -> None:
    case = Case()
    case.finish()
    case.undo()
    assert not is_seen(case)
    give_judges_feedback()
    assert not is_seen(case)
    with pytest.raises(NotEditable, match="being decided again"):
        case.acknowledge()
    case.decide()
    assert is_seen(case)


def test_each_sees_own_answers_beside_what_was_decided() -> None:
    case = Case()
    case.finish()
    state = describe_feedback(case.feedback())
    [row] = state["places"]
    assert (row.outputs, row.own["answer"], row.gold["answer"]) == ([BAD], 20, 30)
    assert [each["words"] for each in row.own["marks"]] == ["spaccato", "gelo"]
    assert [each["words"] for each in row.gold["marks"]] == ["spaccato"]
    assert (row.place.key, row.place.note) == (case.bad, NOTE)
    assert state["same_count"] == 1
    page = client_of(case.judge).get(reverse("evaluation:feedback_item", args=[case.mine.pk])).content.decode()
    assert NOTE in page and "gelo" in page
    for name in (case.other, case.adjudicator, *case.judging_round.test_set.translations.all()):
        assert str(name) not in page


def test_who_judged_as_decided_has_nothing_to_review() -> None:
    case = Case()
    case.decide(A)
    case.close()
    case.pass_grace()
    assert (case.feedback().state, case.feedback(case.theirs).state) == ("done", "new")


def test_somebody_elses_feedback_does_not_exist() -> None:
    case = Case()
    case.finish()
    for user in (case.other, case.adjudicator, case.manager, make_member(case.project).user):
        assert client_of(user).get(reverse("evaluation:feedback_item", args=[case.mine.pk])).status_code == 404
    # An address of another kind leads nowhere.
    assert client_of(case.judge).get(reverse("alignment:feedback_item", args=[case.mine.pk])).status_code == 404


def test_a_dispute_is_answered_by_the_next_decision_and_an_undone_answer_leaves_it() -> None:
    case = Case()
    case.finish()
    assert case.dispute().state == "disputed"
    case.undo()
    case.decide(note="It is not: see 3.2.")
    assert case.feedback().state == "answered"
    [row] = describe_feedback(case.feedback())["places"]
    assert row.place.reply is not None and row.place.reply.answer == "It is not: see 3.2."
    case.undo()
    case.decide(is_done=False)
    assert case.feedback().state == "withheld"
    case.decide()
    assert case.feedback().state == "answered"
    assert case.acknowledge().state == "done"


def test_an_acknowledged_answer_whose_decision_changes_is_looked_at_anew() -> None:
    case = Case()
    case.finish()
    assert case.acknowledge(case.bad, user=case.other).state == "done"
    case.undo()
    case.decide()  # the same again
    case.undo()
    case.decide({**A})
    assert case.feedback(case.theirs).state == "new"


@pytest.mark.parametrize(("method", "own", "decided"), [("preference", 1, 3), ("score", 2, 4)])
def test_preferences_and_scores_are_given_as_their_judge_saw_them(method: str, own: int, decided: int) -> None:
    judging_round = make_round(method=method, required_count=1, sample=1)
    judge = make_member(judging_round.project)
    given = lease_judgement(judge)
    questions = 1 if method == "preference" else len(given.item.judgement_task.outputs)
    submit(given, [own] * questions)
    manager, item = judging_round.project.created_by, given.item
    change_settings(user=manager, project=judging_round.project, shows_feedback=True)
    task = item.judgement_task
    mirrored = as_shown(
        method, as_stored(method, [decided] * questions, given.shown_order.places), find_page_order(task)
    )
    adjudicate_judgement(
        user=manager,
        project=judging_round.project,
        number=item.number,
        version=0,
        operation_id=uuid4(),
        verdict=JudgementVerdict(answers=mirrored),
    )
    close_judging_round(user=manager, judging_round=judging_round)
    JudgingRound.objects.update(closed_at=timezone.now() - REOPENED_WITHIN)
    give_judges_feedback()
    state = describe_feedback(Feedback.objects.get(pk=given.pk))
    assert [(row.own["answer"], row.gold["answer"]) for row in state["places"]] == [(own, decided)] * questions
    page = client_of(judge.user).get(reverse("evaluation:feedback_item", args=[given.pk]))
    assert page.status_code == 200


def test_a_reply_to_what_is_being_decided_again_is_refused_with_the_reason() -> None:
    case = Case()
    case.finish()
    case.undo()
    client = client_of(case.judge)
    sent = {"operation_id": str(uuid4()), "version": 0, "action": "acknowledge_all"}
    page = client.post(reverse("evaluation:feedback_reply", args=[case.mine.pk]), sent, follow=True)
    [message] = page.context["messages"]
    assert str(message) == (
        "This item is being decided again. You will get new feedback on it. Your reply was not saved."
    )
    answer = client.post(reverse("api:assignment-feedback", args=[case.mine.pk]), sent, content_type="application/json")
    assert (answer.status_code, answer.json()["detail"]) == (409, str(message))
