"""The word at the cursor and its counterpart stay above the bar of keys, however long the pair and small the window."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts.annotating import Desk
from tests.browser.conftest import OpenWindow
from tests.browser.windows import measure_overflow
from tests.factories import draw, lease, make_member, make_pair, make_project

pytestmark = pytest.mark.browser

ENGLISH = ("The", "committee", "of", "experienced", "translators", "put", "off", "its", "long", "decision")
RUSSIAN = ("Комитет", "опытных", "переводчиков", "снова", "отложил", "своё", "давно", "обещанное", "важное", "решение")
ARABIC = ("وضعت", "اللجنة", "النقاط", "على", "الحروف", "بعد", "نقاش", "طويل", "في", "المكتب")
CHINESE = ("委员会", "经过", "长时间", "的", "讨论", "终于", "推迟", "了", "重要", "决定")
WINDOWS = ((1280, 860), (820, 1180), (390, 844))

# What of the words that must be seen is not: outside of the window, under the bar, or scrolled out of its sentence.
HIDDEN = """() => {
    const bar = document.querySelector(".desk > .dock").getBoundingClientRect().top;
    const cursor = document.querySelector(".word.is-cursor");
    // The word from which an arrow led here is what S would link; otherwise it is the words linked already.
    const from = document.querySelectorAll("#stage .word.is-from");
    const partners = [...(from.length ? from : document.querySelectorAll("#stage .word:is(.lit-S, .lit-P)"))]
        .filter((word) => word.closest("[data-side]") !== cursor.closest("[data-side]"));
    return [cursor, ...partners].flatMap((word) => {
        const box = word.getBoundingClientRect(), pane = word.closest("[data-side]").getBoundingClientRect();
        const [first, last] = [Math.max(0, pane.top), Math.min(bar, pane.bottom)];
        const name = `${word.textContent}: ${box.top}-${box.bottom} in ${first}-${last}`;
        return box.top < first - 1 || box.bottom > last + 1 ? [name] : [];
    });
}"""
SEEN_OF_OTHER = """() => {
    const bar = document.querySelector(".desk > .dock").getBoundingClientRect().top;
    const here = document.querySelector(".word.is-cursor").closest("[data-side]");
    const other = document.querySelector(`#stage .words:not(#${here.id})`).getBoundingClientRect();
    return Math.min(bar, other.bottom) - Math.max(0, other.top);
}"""


def open_long_pair(open_window: OpenWindow, words: tuple[str, ...], length: int, width: int, height: int) -> Desk:
    language = {RUSSIAN: "ru", ARABIC: "ar", CHINESE: "zh"}[words]
    project = make_project(source_language="en", target_language=language)
    make_pair(project, *(" ".join((text * 13)[:length]) for text in (ENGLISH, words)))
    annotator = make_member(project)
    assignment = draw(lease(annotator), " ".join(f"{i}-{i}S" for i in range(0, length, 2)))
    desk = Desk(open_window(annotator.user, width=width))
    desk.page.set_viewport_size({"width": width, "height": height})
    return desk.open(assignment)


def walk(page: Page, keys: list[str]) -> list[str]:
    """Press keys; return what was hidden after any of them."""
    faults = []
    for key in keys:
        page.keyboard.press(key)
        faults += [f"{key}: {line}" for line in page.evaluate(HIDDEN)]
        seen = page.evaluate(SEEN_OF_OTHER)
        if seen < 60:
            faults.append(f"{key}: {seen} px of the other sentence")
    return faults


@pytest.mark.parametrize(("width", "height"), WINDOWS)
@pytest.mark.parametrize(("words", "length"), [(RUSSIAN, 49), (RUSSIAN, 125), (ARABIC, 125), (CHINESE, 125)])
def test_the_word_at_the_cursor_and_its_counterpart_stay_above_the_bar(
    open_window: OpenWindow, words: tuple[str, ...], length: int, width: int, height: int
) -> None:
    desk = open_long_pair(open_window, words, length, width, height)
    assert measure_overflow(desk.page) == 0
    assert walk(desk.page, ["Home"]) == []
    # Step by step through both sentences, in the direction in which each is read, then back from the end.
    assert walk(desk.page, ["ArrowRight"] * (length - 1)) == []
    assert walk(desk.page, ["ArrowDown", "Home"]) == []
    forward = "ArrowLeft" if words is ARABIC else "ArrowRight"
    assert walk(desk.page, [forward] * (length - 1)) == []
    expect(desk.word("target", length - 1)).to_be_focused()
    assert walk(desk.page, ["ArrowUp", "j", "j", "End", "PageUp", "ArrowDown", "Home", "End"]) == []
