"""The editor on the real site, by mouse and by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from alignment.kind import WordAlignment
from annotation_site.assignments.models import Assignment
from tests.browser.acts.annotating import Desk
from tests.browser.windows import expect_at, find_violations

pytestmark = pytest.mark.browser


def test_links_are_drawn_by_mouse(desk: Desk) -> None:
    desk.link_by_mouse([1, 2], [2, 3], "S")
    desk.drag_across(3, 1, possible=True)
    desk.drag_across(0, 0)
    desk.expect_saved()
    sure = dict.fromkeys([(1, 2), (1, 3), (2, 2), (2, 3), (0, 0)], "S")
    assert desk.stored()["links"] == sure | {(3, 1): "P"}


def test_links_are_drawn_by_keyboard_alone(desk: Desk) -> None:
    desk.link_by_keys([1, 2], [2, 3], "S")
    desk.link_by_keys([3], [1], "P")
    desk.mark_by_keys("source", 0)
    desk.press("z", "y")
    desk.expect_saved()
    sure = dict.fromkeys([(1, 2), (1, 3), (2, 2), (2, 3)], "S")
    assert desk.stored()["links"] == sure | {(3, 1): "P"}
    assert desk.stored()["marks"] == {("source", 0)}


def test_pointing_at_a_word_shows_its_partners(desk: Desk) -> None:
    desk.link_by_mouse([3], [1], "S")
    desk.word("source", 0).hover()
    expect(desk.word("target", 1)).not_to_have_class("lit-S")
    desk.word("source", 3).hover()
    expect(desk.word("target", 1)).to_contain_class("lit-S")
    expect(desk.page.locator("#ribbons path").first).to_be_attached()
    desk.walk_to("target", 1)
    expect(desk.page.locator("#this-word")).to_contain_text("cat")


def test_a_comment_and_the_rest_are_submitted_and_seen_again(desk: Desk, assignment: Assignment) -> None:
    desk.link_by_keys([3], [1], "S")
    desk.press("c")
    desk.page.keyboard.type("is it a cat?")
    desk.page.get_by_label("This is a question").check()
    desk.page.locator("#comment-text").focus()
    desk.press("Control+Enter")
    expect(desk.page.locator("#comment-list")).to_contain_text("is it a cat?question, you")
    expect(desk.page.get_by_label("This is a question")).not_to_be_checked()
    desk.page.keyboard.press("Escape")
    desk.word("source", 0).focus()
    desk.press("Enter")
    desk.mark_rest()
    desk.expect_pair_after(assignment.pk)
    desk.page.get_by_role("link", name="Back", exact=True).click()
    expect_at(desk.page, re.compile(f"/annotate/{assignment.pk}/$"))
    desk.wait_until_ready()
    expect(desk.page.locator("#comment-list")).to_contain_text("is it a cat?question, you")
    assert desk.stored()["marks"] == {("source", i) for i in (0, 1, 2)} | {("target", i) for i in (0, 2, 3)}


def test_what_was_said_goes_when_the_next_thing_is_done(desk: Desk) -> None:
    expect(desk.receipt).to_have_text("Saves as you go")
    desk.word("source", 0).focus()
    desk.press("s")
    expect(desk.page.locator("#hint")).to_contain_text("Select a word in the Italian sentence")
    desk.press("n")
    expect(desk.page.locator("#hint")).to_have_text("")
    desk.expect_saved()


def test_lines_are_there_up_to_two_rows_and_a_key_turns_them_on_and_off(desk: Desk) -> None:
    desk.link_by_keys([3], [1], "S")
    desk.walk_to("source", 0)
    rest, lines = desk.page.locator("#ribbons .rest-S"), desk.page.locator('[data-action="lines"]')
    desk.press("+", "+", "+", "+")
    for width, rows in ((320, 2), (150, 4)):
        desk.page.set_viewport_size({"width": width, "height": 800})
        tops = desk.page.locator("#source-words .word").evaluate_all("words => words.map((word) => word.offsetTop)")
        assert len(set(tops)) == rows
        for is_shown in (rows == 2, rows != 2, rows == 2):
            expect(lines).to_have_attribute("aria-pressed", str(is_shown).lower())
            (expect(rest).not_to_have_attribute if is_shown else expect(rest).to_have_attribute)("d", "")
            desk.press("l")
        desk.press("l")


def test_the_side_panel_folds_for_good_until_it_is_asked_for(desk: Desk) -> None:
    panel, width = desk.page.locator("#side-panel"), desk.page.locator("#stage").bounding_box()["width"]
    desk.press("f")
    expect(panel).to_be_hidden()
    assert desk.page.locator("#stage").bounding_box()["width"] > width
    desk.page.reload()
    desk.wait_until_ready()
    expect(panel).to_be_hidden()
    expect(desk.page.get_by_role("button", name="panel")).to_have_attribute("aria-expanded", "false")
    desk.word("source", 0).focus()
    desk.press("c")
    expect(desk.page.locator("#comment-text")).to_be_focused()


def test_a_pair_is_skipped_by_three_keys_or_with_words_of_ones_own(desk: Desk, assignment: Assignment) -> None:
    dialog = desk.page.locator("#skip-dialog")
    desk.press("k")
    expect(dialog.get_by_label("Another reason")).to_be_focused()
    assert find_violations(desk.page) == []
    dialog.get_by_role("button", name="Skip and next").click()
    expect(dialog.get_by_role("alert")).to_have_text("Choose a reason, or write one.")
    desk.press("1", "2", "Enter")
    desk.expect_pair_after(assignment.pk)
    assignment.refresh_from_db()
    assert (assignment.state, assignment.skip_reason) == ("skipped", WordAlignment.skip_reasons[1])
    following = Assignment.objects.get(pk=desk.assignment)
    desk.press("k")
    desk.page.keyboard.type("no 2 ends early")
    desk.press("Enter")
    desk.expect_pair_after(following.pk)
    following.refresh_from_db()
    assert following.skip_reason == "no 2 ends early"
    desk.press("k")
    dialog.get_by_role("radio").nth(2).check()
    desk.page.keyboard.type("cut off")
    expect(dialog.get_by_label("Another reason")).to_have_value("cut off")
    expect(dialog.get_by_role("radio").nth(2)).to_be_checked()
