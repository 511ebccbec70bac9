"""Two tabs and two clicks: nothing is lost and nothing happens twice."""

import pytest
from playwright.sync_api import expect

from annotation_site.assignments.models import Assignment, Submission
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership
from tests.browser.acts.annotating import Desk
from tests.factories import draw

pytestmark = pytest.mark.browser


@pytest.fixture
def other_tab(desk: Desk, assignment: Assignment) -> Desk:
    """Open the same pair in a second tab, from the same version."""
    return Desk(desk.window, desk.window.open_tab()).open(assignment)


def make_both_draw(desk: Desk, other_tab: Desk) -> None:
    """One tab saves a link; then the other, which does not know of it, draws another."""
    desk.window.expect_complaint(r"status of 409 .*/operations/")
    desk.link_by_mouse([3], [1], "S")
    desk.expect_saved()
    other_tab.link_by_mouse([1], [2], "P")
    dialog = other_tab.page.locator("#conflict-dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator("#conflict-theirs")).to_contain_text("cat")
    expect(dialog.locator("#conflict-ours")).to_contain_text("very")


def test_an_outdated_tab_shows_both_and_puts_its_own_on_top(desk: Desk, other_tab: Desk) -> None:
    make_both_draw(desk, other_tab)
    other_tab.page.get_by_role("button", name="Apply my changes").click()
    other_tab.expect_saved()
    assert other_tab.stored()["links"] == {(3, 1): "S", (1, 2): "P"}


def test_an_outdated_tab_can_take_what_is_saved(desk: Desk, other_tab: Desk) -> None:
    make_both_draw(desk, other_tab)
    other_tab.page.get_by_role("button", name="Use saved version").click()
    expect(other_tab.word("source", 3)).to_contain_class("has-sure")
    expect(other_tab.word("source", 1)).not_to_contain_class("has-possible")
    assert other_tab.stored()["links"] == {(3, 1): "S"}


def test_the_question_about_two_tabs_cannot_be_slipped_past(desk: Desk, other_tab: Desk) -> None:
    make_both_draw(desk, other_tab)
    other_tab.press("Escape", "Escape")
    expect(other_tab.page.locator("#conflict-dialog")).to_be_visible()


def test_a_pair_submitted_elsewhere_keeps_what_was_drawn_here_readable(desk: Desk, other_tab: Desk) -> None:
    desk.submit_under(other_tab)
    expect(other_tab.page.locator("#notice")).to_contain_text("cat")
    assert other_tab.stored()["links"] == {}


def test_a_double_click_submits_once_and_takes_one_pair(
    desk: Desk, annotator: Membership, assignment: Assignment
) -> None:
    draw(assignment, "0-0S 1-2S 2-3S 3-1S")
    desk.open(assignment)
    desk.page.locator("#submit").dblclick()
    desk.expect_pair_after(assignment.pk)
    assert Submission.objects.filter(assignment=assignment).count() == 1
    assert Operation.objects.filter(assignment=assignment, kind="submit").count() == 1
    assert annotator.assignments.count() == 2
