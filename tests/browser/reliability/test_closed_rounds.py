"""A round that is closed while somebody reconciles: the page says so, and nothing on it can be pressed."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from alignment.rounds.services.closing import close_round
from alignment.rounds.services.rounds import open_round
from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Project
from tests.browser.conftest import OpenWindow
from tests.factories import make_member, make_pair, make_project, make_reading

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WORD = "صباح"
LEFT_OF = """(line, text) => {
  const range = document.createRange();
  const start = line.firstChild.data.indexOf(text);
  range.setStart(line.firstChild, start);
  range.setEnd(line.firstChild, start + text.length);
  return range.getBoundingClientRect().left;
}"""
MINE, THEIRS = "0-0S 1-2S 2-1S", "0-0P 1-1S 2-1S"


def start(open_window: OpenWindow, *, polls: bool = False) -> tuple[Page, Project, Assignment]:
    """Open a pair in an open round; unless it polls, the page hears of the round only when it sends something."""
    project = make_project(source_language="ar", target_language="en")
    make_pair(project, f"{WORD} الخير يا", "the cat the")
    one, other = make_member(project), make_member(project)
    mine = make_reading(one, MINE)
    make_reading(other, THEIRS)
    open_round(user=project.created_by, project=project, operation_id=uuid4())
    window = open_window(one.user)
    window.expect_complaint("status of 404")
    if not polls:
        window.page.route("**/together/", lambda route: route.fulfill(status=304))
    window.page.goto(f"/alignment/reconcile/{mine.pk}/")
    expect(window.page.locator("html[data-reconciliation=ready]")).to_be_attached()
    return window.page, project, mine


def isolate(text: str) -> str:
    return f"\u2068{text}\u2069"


def close(project: Project) -> None:
    close_round(user=project.created_by, project=project, operation_id=uuid4(), number=1)


def expect_unusable(page: Page) -> None:
    expect(page.locator("#pair form button:enabled, #pair .dock button:enabled:not([data-dialog])")).to_have_count(0)
    expect(page.locator("#comment-text")).not_to_be_editable()
    page.locator(".difference").first.focus()
    expect(page.locator("#pair .dock [data-press]:enabled")).to_have_count(0)


@pytest.mark.parametrize("key", ["t", "m", "u"])
def test_what_is_done_after_a_round_was_closed_is_refused_with_the_reason(open_window: OpenWindow, key: str) -> None:
    page, project, _ = start(open_window)
    if key == "u":
        page.keyboard.press("t")
        expect(page.locator("#undo-last")).to_be_enabled()
    close(project)
    page.keyboard.press(key)
    delivery = page.locator("#delivery")
    expect(delivery).to_contain_text("The reconciliation round of this pair is closed.")
    expect(delivery).to_contain_text("This was not saved:")
    expect_unusable(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    for each in ("t", "m", "p", "Enter"):
        page.keyboard.press(each)
    expect(delivery.get_by_role("listitem")).to_have_count(1)
    delivery.get_by_role("button", name="Discard it").click()
    expect(delivery).to_have_text(
        "The reconciliation round of this pair is closed. Your last submitted reading counts."
    )
    assert page.evaluate("() => Object.keys(localStorage).filter(key => key.includes(':unsent:'))") == []
    assert not sent


def test_somebody_who_only_reads_hears_that_the_round_is_closed_and_presses_nothing_in_vain(
    open_window: OpenWindow,
) -> None:
    page, project, _ = start(open_window, polls=True)
    close(project)
    expect(page.locator("#delivery")).to_contain_text("The round is closed")
    expect_unusable(page)
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    expect(page.locator("#delivery")).to_contain_text("The round is closed")
    assert page.evaluate("() => Object.keys(localStorage)") == []


def test_a_line_that_begins_with_an_arabic_word_runs_as_the_page_does(open_window: OpenWindow) -> None:
    page, project, _ = start(open_window)
    close(project)
    page.locator("#row-0-0").focus()
    page.keyboard.press("t")
    line = page.locator("#delivery li")
    expect(line).to_have_text(f"{isolate(WORD)} – {isolate('the1')}: take B’s: Possible")
    word, other, says = (line.evaluate(LEFT_OF, text) for text in (WORD, "the1", "take"))
    assert word < other < says
