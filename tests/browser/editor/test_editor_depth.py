"""Whole link groups, clearing, finding, how the page looks, target words and suggestions: as a person uses them."""

import re

import pytest
from playwright.sync_api import expect

from alignment.suggestions.models import Suggestion
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership
from tests.browser.acts.annotating import Desk
from tests.browser.conftest import OpenWindow
from tests.factories import draw, lease, make_member, make_pair, make_project

pytestmark = pytest.mark.browser


def suggest(
    assignment: Assignment,
    suggestions: list[tuple[int, int, str]],
    confidences: dict[tuple[int, int], float] | None = None,
) -> None:
    """Put suggestions on the pair, as the job that reads a file does."""
    Suggestion.objects.bulk_create(
        Suggestion(
            item=assignment.item,
            source_index=source,
            target_index=target,
            label=label,
            confidence=(confidences or {}).get((source, target)),
        )
        for source, target, label in suggestions
    )


def test_a_whole_group_changes_its_label_is_extended_and_dissolved(desk: Desk) -> None:
    desk.link_by_keys([1], [2, 3], "S")
    desk.walk_to("source", 1)
    desk.press("u", "p")
    desk.expect_saved()
    assert desk.stored()["links"] == {(1, 2): "P", (1, 3): "P"}
    desk.walk_to("source", 1)
    desk.press("u")
    desk.pick_by_keys("source", 2)
    desk.press("e")
    desk.expect_saved()
    assert desk.stored()["links"] == dict.fromkeys([(1, 2), (1, 3), (2, 2), (2, 3)], "P")
    desk.press("u", "Delete")
    desk.expect_saved()
    assert desk.stored()["links"] == {}


def test_a_whole_group_is_changed_by_mouse_in_the_matrix(desk: Desk) -> None:
    desk.link_by_mouse([1], [2, 3], "S")
    desk.page.get_by_role("button", name="matrix").click()
    desk.point_at_row(1)
    desk.click_tool("whole group")
    desk.click_tool("Possible")
    desk.drag_block((1, 2), (2, 2))
    desk.click_tool("extend group")
    desk.expect_saved()
    assert desk.stored()["links"] == dict.fromkeys([(1, 2), (1, 3), (2, 2), (2, 3)], "P")


def test_clear_all_asks_first_and_can_be_undone(desk: Desk) -> None:
    desk.link_by_keys([0], [0], "S")
    desk.mark_by_keys("source", 1)
    desk.press("Shift+Delete")
    expect(desk.page.locator("#clear-dialog")).to_be_visible()
    desk.press("Enter")
    expect(desk.page.locator("#clear-dialog")).to_be_hidden()
    expect(desk.word("source", 0)).to_contain_class("has-sure")
    desk.click_tool("clear all")
    desk.page.locator("#clear-yes").click()
    desk.expect_saved()
    assert desk.stored()["links"] == {}
    desk.press("z")
    desk.expect_saved()
    stored = desk.stored()
    assert (stored["links"], stored["marks"]) == ({(0, 0): "S"}, {("source", 1)})


def test_finding_marks_and_steps_through_both_sentences(desk: Desk) -> None:
    desk.press("/")
    desk.page.keyboard.type("At")
    expect(desk.page.locator(".word.is-found")).to_have_text(["cat", "gatto"])
    desk.press("Enter")
    expect(desk.page.locator("#find-count")).to_have_text("1 of 2")
    desk.press("Enter")
    expect(desk.word("target", 1)).to_contain_class("is-cursor")
    desk.press("Escape")
    expect(desk.word("target", 1)).to_be_focused()
    expect(desk.page.locator(".is-found")).to_have_count(0)


def test_size_spacing_and_dimming_are_remembered(desk: Desk) -> None:
    token = desk.word("source", 0).locator(".token")
    before = token.bounding_box()
    desk.press("+", "+", "d")
    desk.page.get_by_role("button", name="Spacing").click()
    desk.link_by_keys([0], [0], "S")
    desk.expect_saved()
    desk.walk_to("source", 3)
    desk.page.reload()
    desk.wait_until_ready()
    after = token.bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"] * 1.15
    expect(desk.page.locator("#editor")).to_have_attribute("data-spacing", "wide")
    expect(token).to_have_css("opacity", "0.36")
    expect(desk.word("source", 1).locator(".token")).to_have_css("opacity", "1")


def test_target_words_must_be_done_and_others_may_be_linked(open_window: OpenWindow) -> None:
    project = make_project(scope="target_words")
    for _ in range(2):
        make_pair(project, "a very black cat", "un gatto molto nero", source_target_words=[1], target_target_words=[3])
    annotator = make_member(project)
    assignment = lease(annotator)
    desk = Desk(open_window(annotator.user)).open(assignment)
    desk.window.expect_complaint(r"status of 400 .*/submit/")
    expect(desk.page.locator(".word.asked")).to_have_text(["very", "nero"])
    desk.link_by_keys([1, 0], [2], "S")
    expect(desk.page.locator("#asked-count")).to_have_text("1 of 2 done")
    desk.press("Enter")
    dialog = desk.page.locator("#untouched-dialog")
    expect(dialog).to_contain_text("Target words still to do")
    expect(dialog.get_by_role("button", name="nero")).to_be_visible()
    expect(desk.page.locator("#untouched-mark")).to_be_hidden()
    desk.press("Enter")
    expect(desk.word("target", 3)).to_be_focused()
    desk.press("n", "Enter")
    desk.expect_pair_after(assignment.pk)


def test_suggestions_are_faint_and_accepted_one_by_one_or_all(
    open_window: OpenWindow, annotator: Membership, assignment: Assignment
) -> None:
    draw(assignment, "0-0S")
    suggest(assignment, [(0, 0, "S"), (1, 2, "S"), (2, 3, "P"), (3, 1, "S")])
    desk = Desk(open_window(annotator.user)).open(assignment)
    expect(desk.page.locator(".word.has-hint")).to_have_count(6)
    desk.walk_to("source", 1)
    desk.press("a")
    expect(desk.word("target", 2)).to_contain_class("has-sure")
    desk.press("m", "ArrowDown")
    expect(desk.page.locator(".kind-hint-P, .kind-hint-S")).to_have_count(2)
    desk.press("Shift+A")
    expect(desk.page.locator(".kind-hint-P, .kind-hint-S")).to_have_count(0)
    desk.press("Home", "p")
    desk.expect_saved()
    accepted = {(1, 2): "S", (2, 3): "P", (3, 1): "S"}
    assert desk.stored()["links"] == {(0, 0): "S", (2, 0): "P", **accepted}
    by_hand = assignment.links.filter(origin="manual").values_list("source_index", "target_index")
    assert set(by_hand) == {(0, 0), (2, 0)}
    # Undone after a reload they are open again, and redone they are still accepted, not drawn.
    desk.page.reload()
    desk.press("Control+z", "Control+z")
    desk.expect_saved()
    expect(desk.page.locator(".word.has-hint")).to_have_count(4)
    desk.press("Control+y")
    desk.expect_saved()
    by_suggestion = assignment.links.filter(origin="suggestion").values_list("source_index", "target_index")
    assert set(by_suggestion) == set(accepted)


def test_the_confidence_in_a_suggestion_is_its_strength_and_is_said(
    open_window: OpenWindow, annotator: Membership, assignment: Assignment
) -> None:
    User.objects.filter(pk=annotator.user_id).update(language="de")
    suggest(assignment, [(0, 0, "S"), (1, 2, "P"), (2, 3, "S")], {(0, 0): 0.973, (1, 2): 0.34})
    desk = Desk(open_window(annotator.user)).open(assignment)
    page = desk.page
    drawn = {
        name: page.locator(f"[class='ribbon {name}']") for name in ("hint-S strength-4", "hint-P strength-1", "hint-S")
    }
    for line in drawn.values():
        expect(line).to_have_attribute("d", re.compile("^M[^M]+$"))
    strong, weak, unknown = (float(line.evaluate("it => getComputedStyle(it).opacity")) for line in drawn.values())
    assert weak < unknown < strong
    desk.walk_to("source", 0)
    expect(page.locator("#this-word-links .is-hint em")).to_have_text("Sicher, vorgeschlagen, Konfidenz 97\u00a0%")
    expect(page.locator("#partners")).to_have_text(re.compile("Sicher, vorgeschlagen, Konfidenz 97\u00a0%$"))
    desk.walk_to("source", 2)
    expect(page.locator("#this-word-links .is-hint em")).to_have_text("Sicher, vorgeschlagen")
    desk.walk_to("source", 1)
    desk.press("m")
    cell = page.locator(".kind-hint-P")
    expect(cell).to_contain_class("strength-1")
    expect(cell).to_have_attribute("title", re.compile("Konfidenz 34\u00a0%$"))
    assert cell.get_attribute("aria-label") == cell.get_attribute("title")


def test_suggestions_are_accepted_and_dismissed_in_groups_by_keyboard(
    open_window: OpenWindow, annotator: Membership, assignment: Assignment
) -> None:
    suggest(assignment, [(0, 0, "S"), (1, 2, "S"), (1, 3, "P"), (2, 3, "S"), (3, 1, "S")])
    desk = Desk(open_window(annotator.user)).open(assignment)
    desk.pick_by_keys("source", 0, 3)
    desk.press("a")
    desk.walk_to("source", 1)
    desk.press("x")
    expect(desk.page.locator("#hint")).to_contain_text("2 suggestions dismissed")
    expect(desk.page.locator(".word.has-hint")).to_have_count(2)
    desk.press("Shift+X")
    expect(desk.page.locator(".word.has-hint")).to_have_count(0)
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 0): "S", (3, 1): "S"}
    assert assignment.dismissed_suggestions.count() == 3
    desk.page.reload()
    desk.wait_until_ready()
    expect(desk.page.locator(".word.has-hint")).to_have_count(0)
    desk.press("z", "z")
    desk.expect_saved()
    expect(desk.page.locator(".word.has-hint")).to_have_count(4)
    assert not assignment.dismissed_suggestions.exists()


def test_suggestions_are_accepted_and_dismissed_in_groups_by_mouse(
    open_window: OpenWindow, annotator: Membership, assignment: Assignment
) -> None:
    suggest(assignment, [(0, 0, "S"), (1, 2, "S"), (1, 3, "P"), (2, 3, "S"), (3, 1, "S")])
    desk = Desk(open_window(annotator.user)).open(assignment)
    panel = desk.page.locator("#this-word")
    desk.click_words("source", 1)
    panel.get_by_role("button", name="Dismiss the suggested link to nero").click()
    desk.click_words("source", 2, 3)
    desk.click_tool("dismiss")
    desk.click_words("source", 1)
    panel.get_by_role("button", name="Accept the suggested link to molto").click()
    desk.page.get_by_role("button", name="accept all").click()
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 0): "S", (1, 2): "S"}
    dismissed = assignment.dismissed_suggestions.values_list("source_index", "target_index")
    assert set(dismissed) == {(1, 3), (2, 3), (3, 1)}


def test_undo_loads_older_changes_when_it_reaches_them(
    open_window: OpenWindow, annotator: Membership, assignment: Assignment
) -> None:
    number = 52  # two more than the page has
    for place in range(number):
        draw(assignment, "0-0S" if place % 2 == 0 else "0-0P")
    desk = Desk(open_window(annotator.user)).open(assignment)
    for _ in range(number):
        desk.press("z")
    desk.expect_saved()
    expect(desk.page.locator('[data-action="undo"]')).to_have_attribute("aria-disabled", "true")
    assert desk.stored()["links"] == {}
    for _ in range(number):
        desk.press("y")
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 0): "P"}
