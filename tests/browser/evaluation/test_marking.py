"""Marking expressions on a segment's page: by mouse, by keys, undone, and without scripts."""

from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from evaluation.marked_expressions.services import change_marked_expressions
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.queries import read_marked_expressions
from tests.browser.acts.annotating import Finger
from tests.browser.conftest import OpenWindow
from tests.browser.windows import Window
from tests.evaluation.translated import make_test_set
from tests.factories import PASSWORD, make_project

pytestmark = pytest.mark.browser
NUMBER = 4  # “It rains.”, “Piove.”, without an expression


@pytest.fixture
def test_set(transactional_db: None) -> TestSet:
    return make_test_set(make_project())


def open_expressions(open_window: OpenWindow, test_set: TestSet, number: int = NUMBER, **look: object) -> Window:
    window = open_window(**look)
    window.sign_in(test_set.project.created_by.email, PASSWORD)
    window.visit(
        f"/evaluation/{test_set.project.slug}/test-sets/{test_set.pk}/segments/{number}/marked-expressions/", PASSWORD
    )
    return window


def words(page: Page, side: str) -> Locator:
    """Return the words of the block for another expression."""
    legend = "In the source" if side == "source" else "In the reference"
    return page.locator(".is-new").get_by_role("group", name=legend).locator(".words label")


def expect_chosen(page: Page, side: str, chosen: list[str]) -> None:
    expect(words(page, side).filter(has=page.locator(":checked"))).to_have_text(chosen)


def drag(page: Page, *stops: Locator) -> None:
    """With the button held down from the first stop to the last."""
    for place, stop in enumerate(stops):
        stop.scroll_into_view_if_needed()
        box = stop.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        if not place:
            page.mouse.down()
    page.mouse.up()


def stored(test_set: TestSet, number: int = NUMBER) -> list[dict]:
    return read_marked_expressions(test_set.segments.get(number=number))


def test_words_are_chosen_by_dragging(open_window: OpenWindow, test_set: TestSet) -> None:
    page = open_expressions(open_window, test_set).page
    source = words(page, "source")
    assert [source.nth(place).inner_text() for place in range(source.count())] == ["It", "rains", "."]
    drag(page, source.nth(0), source.nth(2), source.nth(1))
    expect_chosen(page, "source", ["It", "rains"])  # what the drag left again is as before
    words(page, "reference").nth(0).click()
    expect_chosen(page, "reference", ["Piove"])
    drag(page, source.nth(1), source.nth(0))
    expect_chosen(page, "source", [])  # from a chosen word on, dragging deselects
    drag(page, source.nth(0), source.nth(1))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("group", name="Expression 1")).to_be_visible()
    (mark,) = stored(test_set)
    assert (mark["source_spans"], mark["reference_spans"]) == ([[0, 8]], [[0, 5]])


def test_words_are_chosen_saved_and_undone_by_keys(open_window: OpenWindow, test_set: TestSet) -> None:
    page = open_expressions(open_window, test_set).page
    expect(page.locator(".keys")).to_be_visible()
    words(page, "source").nth(0).locator("input").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(words(page, "source").nth(0).locator("input")).to_be_focused()
    page.keyboard.press("Shift+ArrowRight")
    expect_chosen(page, "source", ["It", "rains"])
    words(page, "reference").nth(0).locator("input").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("group", name="Expression 1")).to_be_visible()
    assert [mark["source_spans"] for mark in stored(test_set)] == [[[0, 8]]]
    page.keyboard.press("Control+z")
    expect(page.get_by_role("group", name="Expression 1")).to_have_count(0)
    assert stored(test_set) == []


def test_control_z_in_a_text_field_is_the_fields_own(open_window: OpenWindow, test_set: TestSet) -> None:
    mark = {"label": "rain", "source_spans": [[3, 8]], "reference_spans": [[0, 5]], "expression_class": ""}
    user = test_set.project.created_by
    change_marked_expressions(
        user=user, test_set=test_set, number=NUMBER, version=0, expressions=[mark], operation_id=uuid4()
    )
    page = open_expressions(open_window, test_set).page
    field = page.locator(".is-new input[type=text]").first
    field.press_sequentially("x")
    page.keyboard.press("Control+z")
    expect(field).to_have_value("")
    assert [each["label"] for each in stored(test_set)] == ["rain"]
    words(page, "source").nth(0).locator("input").focus()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("group", name="Expression 1")).to_have_count(0)
    assert stored(test_set) == []


def test_expressions_are_marked_and_undone_without_scripts(open_window: OpenWindow, test_set: TestSet) -> None:
    page = open_expressions(open_window, test_set, has_scripts=False).page
    expect(page.locator(".keys")).to_be_hidden()
    for place in (0, 2):
        words(page, "source").nth(place).click()
    words(page, "reference").nth(0).click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("group", name="Expression 1")).to_be_visible()
    (mark,) = stored(test_set)
    assert mark["source_spans"] == [[0, 2], [8, 9]]
    page.get_by_role("button", name="Undo last change").click()
    expect(page.get_by_role("group", name="Expression 1")).to_have_count(0)
    assert stored(test_set) == []


def test_a_finger_marks_along_the_line_and_a_scroll_leaves_no_marks(open_window: OpenWindow, test_set: TestSet) -> None:
    page = open_expressions(open_window, test_set, width=820, has_touch=True).page
    page.set_viewport_size({"width": 820, "height": 400})
    source = words(page, "source")
    finger = Finger(page)

    def swipe() -> None:
        boxes = [source.nth(place).bounding_box() for place in (0, 1)]
        (left, top), (right, _) = [(box["x"] + 8, box["y"] + box["height"] / 2) for box in boxes if box]
        finger.down(left, top)
        finger.move(right, top, steps=8)

    source.nth(0).scroll_into_view_if_needed()
    swipe()
    finger.cancel()
    expect(page.locator(".is-dragging, .words :checked")).to_have_count(0)
    swipe()
    finger.up()
    expect_chosen(page, "source", ["It", "rains"])
