"""Right-to-left text, text without spaces, very long and very short pairs: linked by keyboard, on wide and narrow."""

import pytest
from playwright.sync_api import expect

from tests.browser.acts.annotating import Desk
from tests.browser.conftest import OpenWindow
from tests.browser.windows import measure_overflow
from tests.factories import lease, make_member, make_pair, make_project

pytestmark = pytest.mark.browser
WIDTHS = (1280, 820)


def open_pair(open_window: OpenWindow, source: str, target: str, *, languages: str, width: int) -> Desk:
    """Open the editor with one pair of two languages."""
    first, second = languages.split("-")
    project = make_project(source_language=first, target_language=second)
    make_pair(project, source, target)
    annotator = make_member(project)
    return Desk(open_window(annotator.user, width=width)).open(lease(annotator))


@pytest.mark.parametrize("width", WIDTHS)
def test_arabic_is_walked_through_from_right_to_left(open_window: OpenWindow, width: int) -> None:
    desk = open_pair(
        open_window, "وضع النقاط على الحروف أخيرا", "he finally made things clear", languages="ar-en", width=width
    )
    expect(desk.page.locator("#source-words")).to_have_attribute("dir", "rtl")
    assert measure_overflow(desk.page) == 0
    desk.word("source", 0).focus()
    desk.press("ArrowLeft", "ArrowLeft")
    expect(desk.word("source", 2)).to_be_focused()
    desk.press("ArrowRight")
    expect(desk.word("source", 1)).to_be_focused()
    first, second = (desk.word("source", index).bounding_box() for index in (0, 1))
    assert first
    assert second
    assert second["x"] < first["x"]
    desk.link_by_keys([0, 1, 2, 3], [2, 3, 4], "S")
    desk.link_by_keys([4], [1], "P")
    desk.expect_saved()
    block = {(source, target): "S" for source in range(4) for target in range(2, 5)}
    assert desk.stored()["links"] == block | {(4, 1): "P"}


@pytest.mark.parametrize("width", WIDTHS)
def test_japanese_words_are_linked(open_window: OpenWindow, width: int) -> None:
    desk = open_pair(
        open_window, "猫 の 手 も 借り たい ほど 忙しい", "I am up to my ears in work", languages="ja-en", width=width
    )
    assert measure_overflow(desk.page) == 0
    desk.link_by_keys([7], [2, 6, 7], "S")
    desk.mark_by_keys("source", 6)
    desk.expect_saved()
    assert desk.stored()["links"] == {(7, 2): "S", (7, 6): "S", (7, 7): "S"}
    assert desk.stored()["marks"] == {("source", 6)}


@pytest.mark.parametrize("width", WIDTHS)
def test_a_hundred_words_against_a_hundred_are_linked(open_window: OpenWindow, width: int) -> None:
    source, target = (" ".join(f"{word}{number}" for number in range(100)) for word in ("word", "parola"))
    desk = open_pair(open_window, source, target, languages="en-it", width=width)
    assert measure_overflow(desk.page) == 0
    desk.link_by_keys([2], [97], "S")
    desk.link_by_keys([99], [0], "P")
    desk.expect_saved()
    expect(desk.word("target", 0)).to_be_in_viewport()
    assert desk.stored()["links"] == {(2, 97): "S", (99, 0): "P"}


@pytest.mark.parametrize("width", WIDTHS)
def test_one_word_against_one_is_linked(open_window: OpenWindow, width: int) -> None:
    desk = open_pair(open_window, "Thanks!", "Grazie!", languages="en-it", width=width)
    assert measure_overflow(desk.page) == 0
    desk.link_by_keys([0], [0], "S")
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 0): "S"}


@pytest.mark.parametrize("width", WIDTHS)
def test_a_word_longer_than_the_window_breaks(open_window: OpenWindow, width: int) -> None:
    desk = open_pair(open_window, "x" * 300, "una parola", languages="en-it", width=width)
    assert measure_overflow(desk.page) == 0
