"""Readings as ribbons around the source sentence."""

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation_site.projects.models import Project, Role
from tests.browser.acts.adjudicating import count_ribbons
from tests.browser.conftest import OpenWindow
from tests.browser.windows import find_violations, measure_overflow
from tests.factories import make_member, make_pair, make_project, make_reading

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHORT = ("a black cat sleeps", "un gatto nero dorme")


def start(open_window: OpenWindow, text: tuple[str, str], *readings: str, width: int = 1280, **settings: str) -> Page:
    """Open the page of a pair with these readings."""
    project: Project = make_project(annotators_per_item=len(readings), **settings)
    make_pair(project, *text)
    for links in readings:
        make_reading(make_member(project), links)
    page = open_window(make_member(project, Role.ADJUDICATOR).user, width=width).page
    page.goto(f"/alignment/{project.slug}/adjudication/1/")
    expect(page.locator("html[data-adjudication=ready]")).to_be_attached()
    return page


def marked(page: Page) -> Locator:
    return page.locator("#stage .is-marked")


def test_agreed_links_are_grey_and_differing_ones_say_their_label(open_window: OpenWindow) -> None:
    page = start(open_window, SHORT, "0-0S 1-2S 2-1S 3-3S", "0-0P 1-2S 2-1S 2-2P 3-3S")
    assert count_ribbons(page) == [{"agreed": 3, "own-S": 1}, {"agreed": 3, "own-P": 2}]
    expect(marked(page)).to_have_text(["un", "a", "un"])
    dashes = "(each) => getComputedStyle(each).strokeDasharray"
    assert page.locator("#stage .own-P").first.evaluate(dashes) != "none"
    assert page.locator("#stage .own-S").first.evaluate(dashes) == "none"
    page.keyboard.press("j")
    expect(marked(page)).to_have_text(["gatto", "nero", "cat", "gatto", "nero"])
    # What is decided is drawn as it was read.
    page.keyboard.press("a")
    expect(page.locator(".dispute[data-done]")).to_have_count(1)
    assert count_ribbons(page) == [{"agreed": 3, "own-S": 1}, {"agreed": 3, "own-P": 2}]


def test_where_a_sentence_wraps_only_the_unit_under_the_cursor_has_ribbons(open_window: OpenWindow) -> None:
    words = [" ".join(f"{stem}{number}" for number in range(30)) for stem in ("word", "parola")]
    first = " ".join(f"{index}-{index}S" for index in range(30))
    page = start(open_window, (words[0], words[1]), first, first.replace("4-4S", "4-4P").replace("9-9S ", ""))
    assert count_ribbons(page) == [{"own-S": 1}, {"own-P": 1}]
    page.keyboard.press("j")
    assert count_ribbons(page) == [{"own-S": 1}, {}]
    page.locator("#source-words .word").nth(20).hover()
    expect(marked(page)).to_have_text(["word20"])
    assert count_ribbons(page) == [{"agreed": 1}, {"agreed": 1}]
    page.mouse.move(5, 5)
    expect(marked(page)).to_have_text(["parola9", "word9", "parola9"])


@pytest.mark.parametrize("width", [820, 1280])
def test_a_third_reading_stands_by_a_source_sentence_of_its_own(open_window: OpenWindow, width: int) -> None:
    page = start(open_window, SHORT, "0-0S 3-3S", "0-0P 3-3S", "3-3S", width=width, source_language="ar")
    assert count_ribbons(page) == [{"agreed": 1, "own-S": 1}, {"agreed": 1, "own-P": 1}, {"agreed": 1}]
    expect(page.locator("#stage .side b")).to_have_text(["Reading A", "Arabic", "Reading B", "Reading C", "Arabic"])
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert find_violations(page) == []
    assert measure_overflow(page) == 0
