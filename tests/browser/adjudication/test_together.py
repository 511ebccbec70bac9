"""Two annotators of a round see each other: where they are and what they do, while neither loses a keystroke."""

import time
from itertools import cycle
from statistics import median
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from alignment.rounds.services.closing import close_round
from alignment.rounds.services.steps import post_round_comment
from annotation_site.assignments.models import Assignment
from tests.browser.adjudication.test_reconciliation import open_two_windows
from tests.browser.conftest import OpenWindow
from tests.browser.windows import Window, find_violations, measure_overflow

pytestmark = pytest.mark.browser
WITHIN_SECONDS = 2
REMARK = "“black” goes with “nero”, for both name the colour. "
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def isolate(text: str) -> str:
    return f"\u2068{text}\u2069"


def meet(open_window: OpenWindow) -> tuple[Window, Window, Assignment, Assignment]:
    """Open a pair for both of its annotators, who see each other there."""
    left, right, mine, theirs = open_two_windows(open_window)
    for window in (left, right):
        expect(window.page.locator("html[data-reconciliation=ready]")).to_be_attached()
        expect(window.page.locator("#people .is-here")).to_have_text("is here now")
    return left, right, mine, theirs


def type_until_told(page: Page, text: str) -> tuple[str, float]:
    """Type letter after letter until the latest news has the text; return what was typed, and the seconds it took."""
    began, typed, news = time.monotonic(), "", page.locator("#news")
    for letter in cycle(REMARK):
        page.keyboard.type(letter)
        typed += letter
        seconds = time.monotonic() - began
        if text in (news.text_content() or "") or seconds > 10 * WITHIN_SECONDS:
            break
    return typed, seconds


def test_steps_of_one_show_within_two_seconds_while_the_other_types(open_window: OpenWindow) -> None:
    left, right, _, _ = meet(open_window)
    box = right.page.locator("#comment-text")
    box.focus()
    box.evaluate("(box) => { box.isTheSame = true; }")
    steps = (
        ("0-0", "t", f"A {isolate('a')} – {isolate('un')}: Possible"),
        ("1-1", "m", f"A keeps {isolate('black')} – {isolate('gatto')}"),
        ("1-2", "t", f"A {isolate('black')} – {isolate('nero')}: no link"),
    )
    typed, took = "", []
    for row, key, news in steps:
        left.page.locator(f"#row-{row}").focus()
        left.page.keyboard.press(key)
        more, seconds = type_until_told(right.page, news)
        typed += more
        took.append(seconds)
        expect(right.page.locator("#news li").first).to_have_text(news)
        expect(right.page.locator("#announcer")).to_contain_text("A: ")
        # What is shown is refreshed around the box, which stays the same element, its cursor behind the last letter.
        expect(box).to_be_focused()
        assert box.input_value() == typed
        assert box.evaluate("(box) => [box.isTheSame, box.selectionStart]") == [True, len(typed)]
    left.page.locator("#comment-text").fill("The colour, I think.")
    left.page.get_by_role("button", name="Send").click()
    more, seconds = type_until_told(right.page, "The colour, I think.")
    assert box.input_value() == typed + more
    assert median([*took, seconds]) < WITHIN_SECONDS, took
    for window in (left, right):
        assert find_violations(window.page) == []
        assert measure_overflow(window.page) == 0


def test_the_row_on_which_one_stands_keeps_the_focus_when_another_changes(open_window: OpenWindow) -> None:
    left, right, _, _ = meet(open_window)
    right.page.locator("#row-1-2").focus()
    left.page.locator("#row-0-0").focus()
    left.page.keyboard.press("t")
    expect(right.page.locator("#row-0-0.is-news")).to_contain_text("agreed")
    expect(right.page.locator("#row-1-2")).to_be_focused()
    expect(right.page.locator("#row-1-2.is-current")).to_be_attached()


def test_whoever_leaves_the_round_is_gone_after_some_seconds(open_window: OpenWindow) -> None:
    left, right, _, _ = meet(open_window)
    left.page.goto("/")
    expect(right.page.locator("#people .is-here")).to_have_count(0, timeout=30_000)


def open_with_own_clock(open_window: OpenWindow) -> tuple[Window, Assignment]:
    """Open a pair in a window whose time passes when the test lets it. A clock stays with its profile, so this one has
    a width that no other test asks for.
    """
    first, second, mine, _ = open_two_windows(open_window)
    for other in (first, second):
        other.page.goto("about:blank")  # where nothing goes on asking by the real clock
    window = open_window(mine.annotator.user, width=1282)
    window.page.clock.install()
    window.page.goto(f"/alignment/reconcile/{mine.pk}/")
    expect(window.page.locator("html[data-reconciliation=ready]")).to_be_attached()
    return window, mine


def test_a_page_that_nobody_sees_asks_for_nothing(open_window: OpenWindow) -> None:
    page = open_with_own_clock(open_window)[0].page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(3):
        with page.expect_response("**/together/"):
            page.clock.run_for(2_000)
    page.evaluate(HIDE, True)
    before = len(asked)
    page.clock.run_for(600_000)
    assert len(asked) == before
    with page.expect_response("**/together/"):
        page.evaluate(HIDE, False)


def test_a_lost_network_is_no_error_and_what_was_done_meanwhile_shows_after_it(open_window: OpenWindow) -> None:
    _, right, mine, _ = meet(open_window)
    page = right.page
    right.expect_complaint("ERR_INTERNET_DISCONNECTED")
    page.locator("#comment-text").focus()
    page.keyboard.type("I am ")
    right.context.set_offline(True)
    expect(page.locator("#connection")).to_have_text("There is no connection. What others do shows when it is back.")
    page.keyboard.type("still here")
    expect(page.locator("#delivery")).to_be_hidden()
    post_round_comment(user=mine.annotator.user, assignment_id=mine.pk, operation_id=uuid4(), text="Hello?")
    right.context.set_offline(False)
    expect(page.locator("#said")).to_contain_text("Hello?")
    expect(page.locator("#connection")).to_be_empty()
    assert page.locator("#comment-text").input_value() == "I am still here"


def test_nothing_is_asked_of_a_closed_round(open_window: OpenWindow) -> None:
    window, mine = open_with_own_clock(open_window)
    page, project = window.page, mine.item.project
    window.expect_complaint("status of 404")
    close_round(user=project.created_by, project=project, operation_id=uuid4(), number=1)
    # An earlier answer may still be on its way.
    with page.expect_response(lambda answer: answer.url.endswith("/together/") and answer.status == 404):
        page.clock.run_for(2_000)
    expect(page.locator("#delivery")).to_contain_text("The round is closed")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(600_000)
    assert asked == []


def test_without_a_script_the_page_shows_where_the_other_is(open_window: OpenWindow) -> None:
    _, right, _, theirs = meet(open_window)
    plain = open_window(theirs.annotator.user, has_scripts=False).page
    plain.goto(right.path)
    expect(plain.locator("#people .is-here")).to_have_text("is here now")
