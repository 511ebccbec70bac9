"""A comment or a reason that was typed and not sent is kept in the browser, and goes along with what is submitted."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from alignment.adjudication.models import LinkDecision
from alignment.rounds.models import RoundReading
from alignment.rounds.services.rounds import open_round
from annotation_site.assignments.models import Assignment, Comment
from tests.alignment.feedback.cases import Case
from tests.browser.acts.unsent import Task, make_adjudication_task, make_judging_task, make_rating_task
from tests.browser.conftest import OpenWindow
from tests.browser.evaluation.marking import make_judge
from tests.browser.windows import expect_at, expect_away, fetch_answer
from tests.evaluation.judgements import lease_judgement
from tests.factories import make_member, make_project, make_reading

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TYPED = "neither reading fits"
KEPT = "() => Object.keys(localStorage).filter(key => key.includes(':typed:')).length"


def make_marking_task() -> Task:
    judge = make_judge()
    url = f"/evaluation/judge/{lease_judgement(judge).pk}/"
    return replace(make_judging_task(), url=url, keys=("x", "x"), person=judge.user)


@pytest.fixture(params=[make_rating_task, make_judging_task, make_marking_task])
def task(request: pytest.FixtureRequest, transactional_db: None, files_folder: object) -> Task:
    made: Task = request.param()
    return made


def box_of(page: Page) -> Locator:
    return page.locator("#comment-text")


def type_comment(page: Page) -> None:
    page.get_by_text("Comment", exact=True).click()
    box_of(page).fill(TYPED)


def answer(page: Page, task: Task) -> None:
    for key in task.keys:
        page.keyboard.press(key)


def comments() -> list[str]:
    return list(Comment.objects.values_list("text", flat=True))


def test_a_comment_outlives_its_tab_and_is_submitted_once(open_window: OpenWindow, task: Task) -> None:
    window = open_window(task.person)
    page = task.open(window)
    type_comment(page)
    page.close()
    page = task.open(window)
    expect(box_of(page)).to_be_visible()
    expect(box_of(page)).to_have_value(TYPED)
    answer(page, task)
    page.get_by_role("button", name="Submit and next").dblclick()
    expect_away(page, re.compile(re.escape(task.url)))
    assert comments() == [TYPED]
    assert page.evaluate(KEPT) == 0


def test_a_comment_that_cannot_be_sent_holds_the_submission_up(open_window: OpenWindow, task: Task) -> None:
    window = open_window(task.person)
    window.expect_complaint("ERR_FAILED")
    page = task.open(window)
    page.route("**/comments/", lambda route: route.abort())
    answer(page, task)
    type_comment(page)
    page.get_by_role("button", name="Submit and next").click()
    expect(page.locator("#comment-trouble")).to_contain_text("Offline: the comment stays in this browser.")
    assert not Assignment.objects.filter(state="submitted").exists()
    page.unroute_all(behavior="wait")
    page.get_by_role("button", name="Add comment").dblclick()
    expect(page.locator("#comment-list li")).to_have_text([TYPED])
    assert comments() == [TYPED]


def test_a_question_whose_answer_was_lost_is_asked_once(open_window: OpenWindow) -> None:
    task = make_rating_task()
    window = open_window(task.person)
    window.expect_complaint("ERR_FAILED")
    page = task.open(window)

    def lose_answer(route: Route) -> None:
        fetch_answer(route)
        route.abort()

    page.route("**/comments/", lose_answer)
    type_comment(page)
    page.get_by_label("This is a question").check()
    page.get_by_role("button", name="Add comment").click()
    expect(page.locator("#comment-trouble")).to_contain_text("Offline")
    page.unroute_all(behavior="wait")
    page.reload()
    expect(page.locator(task.ready)).to_be_attached()
    expect(box_of(page)).to_have_value(TYPED)
    expect(page.get_by_label("This is a question")).to_be_checked()
    page.get_by_role("button", name="Add comment").click()
    expect(box_of(page)).to_have_value("")
    expect(page.locator("#comment-list li p")).to_have_text([TYPED])
    assert list(Comment.objects.values_list("text", "is_question")) == [(TYPED, True)]


def test_two_tabs_hold_one_comment(open_window: OpenWindow) -> None:
    task = make_rating_task()
    window = open_window(task.person)
    one, other = task.open(window), task.open(window)
    type_comment(one)
    expect(box_of(other)).to_have_value(TYPED)
    one.get_by_label("This is a question").check()
    expect(other.locator("#comment-asks")).to_be_checked()
    one.get_by_role("button", name="Add comment").click()
    expect(one.locator("#comment-list li p")).to_have_text([TYPED])
    expect(box_of(other)).to_have_value("")
    expect(other.locator("#comment-asks")).not_to_be_checked()
    assert comments() == [TYPED]


def test_a_comment_goes_along_with_what_is_skipped(open_window: OpenWindow, task: Task) -> None:
    page = task.open(open_window(task.person))
    type_comment(page)
    page.locator("#skip summary").click()
    page.locator("#skip input[name=ready_reason]").first.check()
    page.locator("#skip button").dblclick()
    expect_away(page, re.compile(re.escape(task.url)))
    assert comments() == [TYPED]
    assert Assignment.objects.filter(state="skipped").count() == 1


def start_round() -> tuple[Assignment, Assignment]:
    """Return one annotator's readings of two pairs on which somebody else differs."""
    project = make_project(pairs=2)
    one, other = make_member(project), make_member(project)
    mine = sorted((make_reading(one, "0-0S 1-2S 2-1S") for _ in range(2)), key=lambda each: each.item.number)
    for _ in mine:
        make_reading(other, "0-0P 1-1S 2-1S")
    open_round(user=project.created_by, project=project, operation_id=uuid4())
    return mine[0], mine[1]


def open_reconciling(page: Page, assignment: Assignment) -> None:
    page.goto(f"/alignment/reconcile/{assignment.pk}/")
    expect(page.locator("html[data-reconciliation=ready]")).to_be_attached()


def test_a_comment_in_a_round_is_kept_for_its_pair_and_sent_with_the_reading(open_window: OpenWindow) -> None:
    mine, following = start_round()
    page = open_window(mine.annotator.user).page
    open_reconciling(page, mine)
    box_of(page).fill(TYPED)
    page.get_by_role("link", name="next pair").click()
    expect_at(page, re.compile(f"/reconcile/{following.pk}/$"))
    expect(page.locator("html[data-reconciliation=ready]")).to_be_attached()
    expect(box_of(page)).to_have_value("")
    open_reconciling(page, mine)
    expect(box_of(page)).to_have_value(TYPED)
    page.get_by_role("button", name="Keep my reading").dblclick()
    expect_away(page, re.compile(f"/{mine.pk}/$"))
    assert RoundReading.objects.get(assignment=mine).state == "kept"
    assert comments() == [TYPED]
    assert page.evaluate(KEPT) == 0


def test_a_dispute_that_is_typed_outlives_a_reply_on_another_link(open_window: OpenWindow) -> None:
    case = Case()
    case.decide((0, 0, "P"), (1, 2, "none"), (1, 1, "S"))
    page = open_window(case.annotator.user).page
    page.goto(f"/alignment/feedback/{case.mine.pk}/")
    page.locator("#row-0-0 summary").click()
    why = page.locator("#why-0-0")
    why.fill(TYPED)
    page.locator("#row-1-1").get_by_role("button", name="Acknowledge").click()
    expect(page.locator("#row-1-1")).to_contain_text("acknowledged")
    expect(why).to_be_visible()
    expect(why).to_have_value(TYPED)
    page.get_by_role("button", name="Send dispute").click()
    expect(page.locator("#row-0-0")).to_contain_text("Waiting for the adjudicator.")
    page.wait_for_function(f"() => ({KEPT})() === 0")


def test_a_reason_is_kept_for_its_pair_and_person_until_it_is_saved(open_window: OpenWindow) -> None:
    task = make_adjudication_task()
    window = open_window(task.person)
    page = task.open(window)
    page.keyboard.press("w")
    page.keyboard.type(TYPED)
    page.locator("#next").click()
    expect_at(page, re.compile("/adjudication/$"))
    window.enter_as(task.colleague)
    assert page.goto(task.url)
    expect(page.locator(task.ready)).to_be_attached()
    reasons = page.get_by_label("Reason (optional)")
    assert TYPED not in [each.input_value() for each in reasons.all()]
    window.enter_as(task.person)
    page = task.open(window)
    assert TYPED in [each.input_value() for each in page.get_by_label("Reason (optional)").all()]
    page.keyboard.press("s")
    expect(page.locator(".dispute[data-done]")).to_have_count(1)
    page.wait_for_function(f"() => ({KEPT})() === 0")
    assert set(LinkDecision.objects.filter(decided_by=task.person).values_list("note", flat=True)) == {TYPED}


def test_the_reason_for_a_whole_reading_is_kept_for_that_reading(open_window: OpenWindow) -> None:
    task = make_adjudication_task()
    window = open_window(task.person)
    page = task.open(window)
    page.get_by_role("link", name="all as B").click()
    page.locator("#adopt-note-B").fill(TYPED)
    page.locator("#adopt-B").get_by_role("link", name="Cancel").click()
    page.keyboard.press("s")
    expect(page.locator(".dispute[data-done]")).to_have_count(1)
    expect(page.locator("#adopt-note-A")).to_have_value("")
    expect(page.locator("#adopt-note-B")).to_have_value(TYPED)
    page.close()
    page = task.open(window)
    page.get_by_role("link", name="all as B").click()
    expect(page.locator("#adopt-note-B")).to_have_value(TYPED)
    before = page.url
    page.locator("#adopt-B").get_by_role("button", name="Accept").click()
    expect_away(page, before)
    page.wait_for_function(f"() => ({KEPT})() === 0")
    assert set(LinkDecision.objects.values_list("note", flat=True)) == {TYPED}
