"""The matrix over the same reading: by keyboard and by mouse, in both directions of writing."""

import pytest
from playwright.sync_api import expect

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership
from tests.browser.acts.annotating import Desk, Finger
from tests.browser.conftest import OpenWindow
from tests.browser.windows import find_violations, measure_overflow
from tests.factories import lease, make_member, make_pair, make_project

pytestmark = pytest.mark.browser


def test_cells_and_blocks_are_linked_by_keyboard_alone(desk: Desk) -> None:
    desk.press("m")
    expect(desk.page.get_by_role("grid")).to_be_visible()
    desk.press("s", "ArrowDown", "ArrowRight", "ArrowRight", "Shift+ArrowDown", "Shift+ArrowRight", "s")
    desk.press("ArrowDown", "Home", "ArrowRight", "p")
    desk.expect_saved()
    block = dict.fromkeys([(1, 2), (1, 3), (2, 2), (2, 3)], "S")
    assert desk.stored()["links"] == {(0, 0): "S", **block, (3, 1): "P"}
    desk.press("Delete", "z", "z", "y")
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 0): "S", **block, (3, 1): "P"}


def test_blocks_are_picked_and_linked_by_mouse_alone(desk: Desk) -> None:
    desk.page.get_by_role("button", name="matrix").click()
    desk.drag_block((1, 2), (2, 3))
    desk.click_tool("Possible")
    desk.click_cell(0, 0)
    desk.expect_saved()
    block = dict.fromkeys([(1, 2), (1, 3), (2, 2), (2, 3)], "P")
    assert desk.stored()["links"] == {(0, 0): "S", **block}
    desk.drag_block((0, 0), (1, 2))
    desk.click_tool("unlink")
    desk.expect_saved()
    assert desk.stored()["links"] == {(1, 3): "P", (2, 2): "P", (2, 3): "P"}


def test_one_click_links_a_cell_and_another_unlinks_it(desk: Desk) -> None:
    desk.press("m")
    desk.click_cell(0, 0)
    desk.page.keyboard.down("Alt")
    desk.click_cell(1, 2)
    desk.page.keyboard.up("Alt")
    desk.click_cell(3, 1, times=2)  # as double clicks linked before
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 0): "S", (1, 2): "P", (3, 1): "S"}
    desk.click_cell(0, 0)
    desk.click_cell(1, 2)
    desk.expect_saved()
    assert desk.stored()["links"] == {(1, 2): "S", (3, 1): "S"}
    # Neither a block that is dragged nor the press that ends it links anything.
    desk.drag_block((0, 0), (1, 1))
    expect(desk.page.locator(".matrix-block")).to_be_visible()
    desk.expect_saved()
    assert desk.stored()["links"] == {(1, 2): "S", (3, 1): "S"}


def test_a_finger_links_by_a_tap_and_picks_a_block_when_held(
    open_window: OpenWindow, annotator: Membership, assignment: Assignment
) -> None:
    desk = Desk(open_window(annotator.user, has_touch=True)).open(assignment)
    desk.press("m")
    desk.page.touchscreen.tap(*desk.cell_place(0, 0))
    finger = Finger(desk.page)
    finger.hold(
        *desk.cell_place(1, 2), desk.page.get_by_role("gridcell", name="very, molto").and_(desk.page.locator(":focus"))
    )
    finger.move(*desk.cell_place(2, 3), steps=6)
    finger.up()
    desk.page.locator('[data-action="possible"]').tap()
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 0): "S", (1, 2): "P", (1, 3): "P", (2, 2): "P", (2, 3): "P"}


def test_n_marks_the_word_of_the_row_and_shift_n_that_of_the_column(desk: Desk) -> None:
    desk.press("m", "ArrowDown", "ArrowRight", "n", "Shift+N")
    desk.expect_saved()
    assert desk.stored()["marks"] == {("source", 1), ("target", 1)}
    expect(desk.page.get_by_role("rowheader", name="very, no counterpart")).to_be_attached()
    expect(desk.page.locator(".matrix-name.of-source").nth(1)).to_contain_class("is-unaligned")
    expect(desk.page.get_by_role("columnheader").nth(2)).to_contain_class("is-unaligned")


def test_a_cell_says_its_words_and_its_link_and_the_page_is_accessible(desk: Desk) -> None:
    desk.press("m", "ArrowDown", "ArrowDown", "ArrowRight", "s")
    cell = desk.page.get_by_role("gridcell", name="black, gatto: Sure")
    expect(cell).to_be_focused()
    assert find_violations(desk.page) == []


def test_both_views_show_one_reading_and_the_choice_is_remembered(desk: Desk, assignment: Assignment) -> None:
    desk.link_by_keys([1], [2], "P")
    desk.press("m")
    expect(desk.page.get_by_role("gridcell", name="very, molto: Possible")).to_be_attached()
    desk.expect_saved()
    desk.page.reload()
    desk.wait_until_ready()
    expect(desk.page.get_by_role("grid")).to_be_visible()
    expect(desk.page.locator("#stage")).to_be_hidden()
    desk.press("m")
    expect(desk.word("source", 1)).to_contain_class("has-possible")


def test_columns_of_arabic_run_from_right_to_left(open_window: OpenWindow) -> None:
    project = make_project(source_language="en", target_language="ar")
    make_pair(project, "things made clear", "وضع النقاط على الحروف")
    annotator = make_member(project)
    desk = Desk(open_window(annotator.user)).open(lease(annotator))
    desk.press("m", "ArrowLeft", "ArrowLeft", "s", "ArrowRight", "p")
    desk.click_cell(2, 3)
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 2): "S", (0, 1): "P", (2, 3): "S"}


@pytest.mark.parametrize("width", [1280, 820])
def test_a_hundred_by_a_hundred_scrolls_inside_its_frame(open_window: OpenWindow, width: int) -> None:
    project = make_project()
    make_pair(project, *(" ".join(f"{word}{number}" for number in range(100)) for word in ("word", "parola")))
    annotator = make_member(project)
    desk = Desk(open_window(annotator.user, width=width)).open(lease(annotator))
    desk.press("m", "End", *["PageDown"] * 10)
    cell = desk.page.get_by_role("gridcell", name="word99, parola99: no link")
    expect(cell).to_be_focused()
    expect(cell).to_be_in_viewport()
    expect(desk.page.get_by_role("columnheader", name="parola99")).to_be_in_viewport()
    expect(desk.page.locator(".matrix-name.of-source").nth(99)).to_be_in_viewport()
    assert measure_overflow(desk.page) == 0
