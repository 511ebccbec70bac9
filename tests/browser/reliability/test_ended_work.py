"""Work that ends under a person's hands: the page says so, can only be read, and keeps what was not saved."""

from collections.abc import Callable

import pytest
from django.utils.translation import gettext, override
from playwright.sync_api import Page, expect

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership
from tests.browser.acts.annotating import Desk
from tests.browser.conftest import OpenWindow
from tests.browser.evaluation.marking import choose, drag, make_judge, state_of
from tests.browser.evaluation.marking import open_marking as open_marking_page
from tests.evaluation.judgements import lease_judgement, make_round
from tests.factories import lease, make_member, make_project, make_user
from tests.idiomaticity.making import lease_rating, make_rating_project

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOST = "This is no longer yours, or no longer exists."
LOST_PAIR = "This pair is no longer yours, or no longer exists."
KEPT = "() => Object.keys(localStorage).some(key => key.includes(':unsent:'))"


def in_italian(sentence: str) -> str:
    with override("it"):
        translated = gettext(sentence)
    assert translated != sentence
    return translated


def end_membership(annotator: Membership) -> None:
    annotator.state = Membership.State.REMOVED
    annotator.save(update_fields=["state"])


def test_a_pair_that_is_no_longer_theirs_can_only_be_read(desk: Desk, annotator: Membership) -> None:
    desk.window.expect_complaint(r"status of 404 .*/operations/")
    desk.page.locator("#comment-text").fill("not sent")
    end_membership(annotator)
    desk.link_by_mouse([3], [1], "S")
    notice = desk.page.locator("#notice")
    expect(notice).to_contain_text(LOST_PAIR)
    expect(notice).to_contain_text("Your unsaved changes")
    for place in ("#tools", "#submit", "#skip", "#reopen"):
        expect(desk.page.locator(place)).to_be_hidden()
    expect(desk.page.locator("#comment-form button")).to_be_disabled()
    expect(desk.page.locator("#comment-text")).not_to_be_editable()
    expect(desk.page.locator("#comment-text")).to_have_value("not sent")
    desk.press("n")
    expect(desk.receipt).to_have_text("Not saved: 1 change waits in this browser")
    assert desk.page.evaluate(KEPT)
    notice.get_by_role("button", name="Discard these changes").click()
    expect(notice).to_have_text(LOST_PAIR)
    assert not desk.page.evaluate(KEPT)


def test_what_waits_is_saved_when_the_membership_is_back(
    desk: Desk, annotator: Membership, assignment: Assignment
) -> None:
    desk.window.expect_complaint(r"status of 404 .*/operations/")
    end_membership(annotator)
    desk.link_by_mouse([3], [1], "S")
    expect(desk.page.locator("#notice")).to_contain_text(LOST_PAIR)
    desk.page.close()
    Membership.objects.filter(pk=annotator.pk).update(state=Membership.State.ACTIVE)
    again = Desk(desk.window, desk.window.open_tab()).open(assignment)
    again.expect_saved()
    assert again.stored()["links"] == {(3, 1): "S"}


def test_a_way_out_of_a_lost_pair_says_so_and_closes_its_dialog(desk: Desk, annotator: Membership) -> None:
    desk.window.expect_complaint(r"status of 404 .*/skip/")
    desk.press("k")
    desk.page.locator("#skip-dialog [name=reason]").fill("too long")
    end_membership(annotator)
    desk.page.get_by_role("button", name="Skip and next").click()
    expect(desk.page.locator("#notice")).to_have_text(LOST_PAIR)
    expect(desk.page.locator("#skip-dialog")).to_be_hidden()


def test_a_lost_pair_speaks_the_annotator_s_language(open_window: OpenWindow) -> None:
    annotator = make_member(make_project(pairs=1), user=make_user(language="it"))
    window = open_window(annotator.user)
    window.expect_complaint(r"status of 404 .*/operations/")
    desk = Desk(window).open(lease(annotator))
    end_membership(annotator)
    desk.press("n")
    expect(desk.page.locator("#notice")).to_contain_text(in_italian(LOST_PAIR))


def open_rating(user: User) -> tuple[Membership, Assignment, str]:
    annotator = make_member(make_rating_project(), user=user)
    return annotator, lease_rating(annotator), "/idiomaticity/rate/"


def open_judging(user: User) -> tuple[Membership, Assignment, str]:
    annotator = make_member(make_round().project, user=user)
    return annotator, lease_judgement(annotator), "/evaluation/judge/"


@pytest.mark.parametrize("start", [open_rating, open_judging])
def test_a_form_that_is_no_longer_theirs_can_only_be_read(
    open_window: OpenWindow,
    transactional_db: None,
    files_folder: object,
    start: Callable[[User], tuple[Membership, Assignment, str]],
) -> None:
    annotator, assignment, address = start(make_user(language="it"))
    window = open_window(annotator.user)
    window.expect_complaint(r"status of 404 .*/operations/")
    page: Page = window.page
    page.goto(f"{address}{assignment.pk}/")
    expect(page.locator("html[data-rating=ready], html[data-judging=ready]")).to_be_attached()
    end_membership(annotator)
    page.keyboard.press("1")
    notice = page.locator("#notice")
    expect(notice).to_contain_text(in_italian(LOST))
    expect(page.locator("main form :is(button, input:not([type=hidden]), select):enabled")).to_have_count(0)
    expect(page.locator("main form textarea").first).not_to_be_editable()
    assert page.evaluate(KEPT)
    notice.get_by_role("button").click()
    expect(notice).to_have_text(in_italian(LOST))
    assert not page.evaluate(KEPT)
    page.keyboard.press("2")
    assert not page.evaluate(KEPT)


def test_nothing_more_is_marked_in_texts_that_are_no_longer_theirs(
    open_window: OpenWindow, transactional_db: None
) -> None:
    judge = make_judge()
    assignment = lease_judgement(judge)
    window = open_window(judge.user)
    window.expect_complaint(r"status of 404 .*/operations/")
    open_marking_page(window.page, assignment)
    end_membership(judge)
    text = window.page.locator("fieldset .output").first
    drag(window.page, text, 1, 3)
    choose(window.page, "Minor")
    expect(window.page.locator("#notice")).to_contain_text(LOST)
    shown = text.inner_html()
    drag(window.page, text, 8, 12)
    assert text.inner_html() == shown
    assert state_of(assignment)["spans"] == [[], []]
