"""The actions of the editor, once with the mouse alone and once with the keyboard alone."""

import pytest
from playwright.sync_api import expect

from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from tests.browser.acts.annotating import Desk
from tests.browser.conftest import OpenWindow
from tests.factories import draw, lease, make_member, make_pair, make_project

pytestmark = pytest.mark.browser
PHRASES = dict.fromkeys([(1, 2), (1, 3), (2, 2), (2, 3)], "S")


@pytest.fixture
def asked(open_window: OpenWindow) -> tuple[Desk, Assignment]:
    """Open the editor of a pair in which “very” and “nero” are target words."""
    project = make_project(scope="target_words")
    for _ in range(2):
        make_pair(project, "a very black cat", "un gatto molto nero", source_target_words=[1], target_target_words=[3])
    annotator = make_member(project)
    assignment = lease(annotator)
    return Desk(open_window(annotator.user)).open(assignment), assignment


def drag_over(desk: Desk, side: str, first: int, last: int) -> None:
    """Press on a word, move over those after it, let go."""
    for step, index in enumerate(range(first, last + 1)):
        box = desk.word(side, index).bounding_box()
        assert box
        desk.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        if step == 0:
            desk.page.mouse.down()
    desk.page.mouse.up()


# --- phrases


def test_phrases_are_linked_by_dragging_over_their_words(desk: Desk) -> None:
    drag_over(desk, "source", 1, 2)
    expect(desk.page.locator(".word.is-picked")).to_have_text(["very", "black"])
    drag_over(desk, "target", 2, 3)
    desk.click_tool("Sure")
    desk.expect_saved()
    assert desk.stored()["links"] == PHRASES


def test_a_phrase_is_dragged_onto_a_word_of_the_other_sentence(desk: Desk) -> None:
    drag_over(desk, "source", 1, 2)
    desk.drag_across(2, 2, possible=True)
    desk.expect_saved()
    assert desk.stored()["links"] == {(1, 2): "P", (2, 2): "P"}


def test_phrases_are_linked_by_keys(desk: Desk) -> None:
    desk.walk_to("source", 1)
    desk.press("Shift+ArrowRight")
    desk.walk_to("target", 2)
    desk.press("Shift+ArrowRight", "s")
    desk.expect_saved()
    assert desk.stored()["links"] == PHRASES


# --- whole groups


def test_a_group_is_relabelled_extended_and_dissolved_by_mouse(desk: Desk) -> None:
    desk.link_by_mouse([1], [2, 3], "S")
    desk.click_words("source", 1)
    desk.click_tool("whole group")
    desk.click_tool("Possible")
    desk.click_words("source", 1)
    desk.click_tool("whole group")
    desk.click_words("source", 2)
    desk.click_tool("extend group")
    desk.expect_saved()
    assert desk.stored()["links"] == dict.fromkeys(PHRASES, "P")
    desk.click_words("target", 3)
    desk.click_tool("whole group")
    desk.click_tool("unlink")
    desk.expect_saved()
    assert desk.stored()["links"] == {}


def test_a_group_is_relabelled_and_dissolved_by_keys_in_the_matrix(desk: Desk) -> None:
    desk.press("m", "ArrowDown", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "s")
    desk.press("u", "p")
    desk.expect_saved()
    assert desk.stored()["links"] == {(1, 2): "P", (1, 3): "P"}
    desk.press("u", "Delete")
    desk.expect_saved()
    assert desk.stored()["links"] == {}


# --- clearing and history


def test_everything_is_cleared_after_a_question_by_mouse(desk: Desk) -> None:
    desk.link_by_mouse([0], [0], "S")
    desk.click_words("source", 1)
    desk.click_tool("no counterpart")
    dialog = desk.page.locator("#clear-dialog")
    desk.click_tool("clear all")
    dialog.get_by_role("button", name="Cancel").click()
    expect(desk.word("source", 0)).to_contain_class("has-sure")
    desk.click_tool("clear all")
    dialog.get_by_role("button", name="Clear all").click()
    desk.expect_saved()
    assert desk.stored()["links"] == {}
    desk.click_tool("undo")
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 0): "S"}


def test_everything_is_cleared_after_a_question_by_keys(desk: Desk) -> None:
    desk.link_by_keys([0], [0], "S")
    dialog = desk.page.locator("#clear-dialog")
    desk.press("Shift+Delete", "Escape")
    expect(dialog).to_be_hidden()
    desk.press("Shift+Delete")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    desk.press("Shift+Tab", "Enter")
    expect(dialog).to_be_hidden()
    desk.expect_saved()
    assert desk.stored()["links"] == {}


@pytest.mark.parametrize("by_keys", [True, False])
def test_after_a_reload_one_goes_back_to_the_first_action_and_on_again(desk: Desk, *, by_keys: bool) -> None:
    desk.link_by_mouse([0], [0], "S")
    desk.click_words("source", 1)
    desk.click_tool("no counterpart")
    desk.link_by_mouse([3], [1, 2], "P")
    desk.click_tool("unlink")
    desk.expect_saved()
    before = desk.stored()
    desk.page.reload()
    desk.wait_until_ready()
    undo, redo = (("z",), ("y",)) if by_keys else ("undo", "redo")
    for step, times in ((undo, 4), (redo, 4)):
        for _ in range(times):
            desk.press(*step) if by_keys else desk.click_tool(str(step))
        desk.expect_saved()
        stored = desk.stored()
        assert (stored["links"], stored["marks"]) == (
            ({}, set()) if step == undo else (before["links"], before["marks"])
        )
    undo_button = desk.page.locator('[data-action="redo"]')
    expect(undo_button).to_have_attribute("aria-disabled", "true")


# --- finding, open words, size


def test_finding_by_mouse(desk: Desk) -> None:
    desk.page.get_by_role("button", name="find", exact=False).first.click()
    desk.page.locator("#find-text").fill("at")
    expect(desk.page.locator(".word.is-found")).to_have_text(["cat", "gatto"])
    desk.page.get_by_role("button", name="Next match").click()
    expect(desk.page.locator("#find-count")).to_have_text("1 of 2")
    desk.page.get_by_role("button", name="Previous match").click()
    expect(desk.page.locator("#find-count")).to_have_text("2 of 2")
    desk.page.get_by_role("button", name="Close find").click()
    expect(desk.page.locator(".is-found")).to_have_count(0)


def test_words_that_are_done_step_back_and_the_next_open_one_is_found_by_mouse(desk: Desk) -> None:
    desk.link_by_mouse([0, 1], [0, 1], "S")
    desk.page.get_by_role("button", name="dim").click()
    done = desk.page.locator(".word:not(.is-open) .token")
    expect(done).to_have_count(4)
    desk.click_words("source", 0)
    desk.click_words("source", 0)
    desk.click_tool("next open word")
    expect(desk.word("source", 2)).to_contain_class("is-cursor")
    expect(done.nth(1)).to_have_css("opacity", "0.36")
    expect(desk.word("source", 3).locator(".token")).to_have_css("opacity", "1")


def test_open_words_are_walked_and_done_ones_dimmed_by_keys(desk: Desk) -> None:
    desk.link_by_keys([0, 1], [0, 1], "S")
    desk.walk_to("source", 0)
    desk.press("d", "j")
    expect(desk.word("source", 2)).to_be_focused()
    expect(desk.word("source", 1).locator(".token")).to_have_css("opacity", "0.36")
    desk.press("Shift+J")
    expect(desk.word("target", 3)).to_be_focused()


@pytest.mark.parametrize("by_keys", [True, False])
def test_the_text_grows_and_shrinks(desk: Desk, *, by_keys: bool) -> None:
    def width() -> float:
        box = desk.word("source", 2).locator(".token").bounding_box()
        assert box
        return box["width"]

    def resize(key: str, name: str) -> None:
        desk.press(key) if by_keys else desk.page.get_by_role("button", name=name).click()

    first = width()
    resize("+", "Larger text")
    resize("+", "Larger text")
    larger = width()
    resize("-", "Smaller text")
    assert first < width() < larger


# --- target words


def test_target_words_by_mouse(asked: tuple[Desk, Assignment]) -> None:
    desk, assignment = asked
    desk.window.expect_complaint(r"status of 400 .*/submit/")
    # Words outside may be linked when they belong to the group.
    drag_over(desk, "source", 0, 1)
    desk.drag_across(1, 2)
    expect(desk.page.locator("#asked-count")).to_have_text("1 of 2 done")
    desk.page.locator("#submit").click()
    dialog = desk.page.locator("#untouched-dialog")
    expect(dialog).to_contain_text("Target words still to do")
    expect(dialog.locator("#untouched-words button")).to_have_text(["nero"])
    expect(desk.page.locator("#untouched-mark")).to_be_hidden()
    dialog.get_by_role("button", name="nero").click()
    expect(desk.word("target", 3)).to_contain_class("is-cursor")
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 2): "S", (1, 2): "S"}
    desk.page.locator("#asked-words").get_by_role("button", name="nero").click()
    desk.click_tool("no counterpart")
    expect(desk.page.locator("#asked-count")).to_have_text("2 of 2 done")
    desk.page.locator("#submit").click()
    desk.expect_pair_after(assignment.pk)


def test_only_target_words_are_open_to_the_keyboard(asked: tuple[Desk, Assignment]) -> None:
    desk, assignment = asked
    expect(desk.page.locator(".word.is-open")).to_have_text(["very", "nero"])
    desk.press("j")
    expect(desk.word("target", 3)).to_be_focused()
    desk.link_by_keys([1, 2], [3], "P")
    expect(desk.page.locator(".word.is-open")).to_have_count(0)
    desk.press("Enter")
    desk.expect_pair_after(assignment.pk)
    assert assignment.links.count() == 2


# --- words that are left


def test_one_key_marks_what_is_left_and_submits_and_one_undo_takes_it_back(desk: Desk) -> None:
    first = desk.assignment
    desk.link_by_keys([3], [1], "S")
    desk.walk_to("source", 0)
    desk.press("Shift+Enter")
    desk.expect_pair_after(first)
    stored = Assignment.objects.get(pk=first)
    assert stored.state == Assignment.State.SUBMITTED
    desk.open(stored)
    desk.page.locator("#reopen").click()
    expect(desk.page.locator("#submit")).to_be_visible()
    assert len(desk.stored()["marks"]) == 6
    desk.page.locator("#source-words .word").first.focus()
    desk.press("z")
    desk.expect_saved()
    assert desk.stored()["marks"] == set() and desk.stored()["links"] == {(3, 1): "S"}


def test_the_question_about_what_is_left_marks_it_by_one_change_too(desk: Desk) -> None:
    first = desk.assignment
    desk.page.locator("#submit").click()
    desk.mark_rest()
    desk.expect_pair_after(first)
    desk.open(Assignment.objects.get(pk=first))
    desk.page.locator("#reopen").click()
    expect(desk.page.locator("#submit")).to_be_visible()
    desk.page.locator("#source-words .word").first.focus()
    desk.press("z")
    desk.expect_saved()
    assert desk.stored()["marks"] == set()


def test_the_one_key_pressed_offline_keeps_its_marks_and_submits_when_the_line_is_back(desk: Desk) -> None:
    first = desk.assignment
    desk.window.expect_complaint("ERR_INTERNET_DISCONNECTED")
    desk.link_by_keys([3], [1], "S")
    desk.expect_saved()
    desk.window.context.set_offline(True)
    desk.walk_to("source", 0)
    desk.press("Shift+Enter")
    expect(desk.receipt).to_have_text("Offline: 1 change waits in this browser")
    desk.window.context.set_offline(False)
    desk.expect_saved()
    assert len(desk.stored()["marks"]) == 6
    assert Assignment.objects.get(pk=first).state == Assignment.State.IN_PROGRESS
    desk.press("Shift+Enter")
    desk.expect_pair_after(first)
    assert Operation.objects.filter(assignment=first, kind="set").count() == 2


def test_what_is_left_is_marked_by_two_taps(open_window: OpenWindow) -> None:
    project = make_project(pairs=2)
    annotator = make_member(project)
    desk = Desk(open_window(annotator.user, width=390, has_touch=True)).open(draw(lease(annotator), "0-0S"))
    first = desk.assignment
    desk.window.expect_complaint(r"status of 400 .*/submit/")
    desk.page.locator("#submit").tap()
    desk.page.locator("#untouched-mark").tap()
    desk.expect_pair_after(first)
    assert Assignment.objects.get(pk=first).state == Assignment.State.SUBMITTED
