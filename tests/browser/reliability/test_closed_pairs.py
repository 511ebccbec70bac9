"""A pair that is closed while somebody draws on it: what was drawn stays in the browser until they have chosen."""

import pytest
from playwright.sync_api import Page, expect

from annotation_site.assignments.models import Assignment
from tests.browser.acts.annotating import Desk

pytestmark = pytest.mark.browser
COUNT_KEPT = "() => Object.keys(localStorage).filter(key => key.includes(':unsent:')).length"


@pytest.fixture
def closed(desk: Desk, assignment: Assignment) -> Desk:
    """Draw a link in a second tab after the pair was submitted in the first, and press Reopen there."""
    other_tab = Desk(desk.window, desk.window.open_tab()).open(assignment)
    desk.submit_under(other_tab)
    other_tab.page.locator("#reopen").click()
    expect_question(other_tab)
    return other_tab


def expect_question(desk: Desk) -> None:
    expect(desk.page.locator("#conflict-dialog")).to_be_visible()
    expect(desk.page.locator("#conflict-ours")).to_contain_text("cat")


def count_kept(page: Page) -> int:
    kept: int = page.evaluate(COUNT_KEPT)
    return kept


def test_what_was_drawn_is_still_kept_while_the_question_is_asked(closed: Desk) -> None:
    expect(closed.receipt).to_have_text("Not saved: 1 change waits in this browser")
    assert count_kept(closed.page) == 1
    closed.page.get_by_role("button", name="Apply my changes").click()
    closed.expect_saved()
    assert closed.stored()["links"] == {(3, 1): "S"}
    assert count_kept(closed.page) == 0


def test_the_question_comes_again_when_the_tab_was_closed_before_an_answer(
    closed: Desk, assignment: Assignment
) -> None:
    closed.page.close()
    again = Desk(closed.window, closed.window.open_tab()).open(assignment)
    expect_question(again)
    again.page.get_by_role("button", name="Apply my changes").click()
    again.expect_saved()
    assert again.stored()["links"] == {(3, 1): "S"}


def test_what_is_kept_goes_when_the_saved_version_is_chosen(closed: Desk) -> None:
    assert count_kept(closed.page) == 1
    closed.page.get_by_role("button", name="Use saved version").click()
    expect(closed.page.locator("#conflict-dialog")).to_be_hidden()
    assert closed.stored()["links"] == {}
    assert count_kept(closed.page) == 0


def test_signing_in_again_does_not_make_the_page_forget_what_waits(desk: Desk, assignment: Assignment) -> None:
    other_tab = Desk(desk.window, desk.window.open_tab()).open(assignment)
    desk.window.expect_complaint(r"status of 40[13] .*/reopen/")
    desk.submit_under(other_tab)
    answer = {"status": 401, "json": {"code": "not_authenticated", "detail": ""}}
    other_tab.page.route("**/reopen/", lambda route: route.fulfill(**answer), times=2)
    other_tab.page.locator("#reopen").click()
    expect(other_tab.page.locator("#notice")).to_contain_text("You are signed out")
    other_tab.page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    expect(other_tab.page.locator("#notice")).to_contain_text("Your unsaved changes")
    other_tab.page.locator("#reopen").click()
    expect_question(other_tab)
