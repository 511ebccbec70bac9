"""Correcting the occurrences of a lexical item by keys: choose, decide, other words, undo, lexicon, next."""

import pytest
from playwright.sync_api import Page, expect

from expressions.consistency.models import GoldCorrection
from expressions.lexicon.models import SolvedCase
from tests.browser.conftest import OpenWindow
from tests.expressions.consistency.test_services import READING, TEXT, occurrences
from tests.expressions.making import import_files, make_empty_project, write_cupt
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def press(page: Page, *keys: str) -> None:
    """Press the keys, the last of which sends a form, and wait for the page that follows."""
    page.evaluate("delete document.documentElement.dataset.consistency")
    for key in keys:
        page.keyboard.press(key)
    ready(page)


def ready(page: Page) -> None:
    expect(page.locator("html[data-consistency=ready]")).to_be_attached()


def test_all_occurrences_are_decided_by_keys(open_window: OpenWindow) -> None:
    project = make_empty_project(annotators_per_item=1)
    import_files(project, write_cupt(TEXT, READING), use="readings")
    page = open_window(make_member(project, role="adjudicator").user).page
    page.goto(f"/expressions/{project.slug}/consistency/")
    page.get_by_role("link", name="rained cats dogs").click()
    ready(page)
    # VID stands first among the categories; two keys give it to all occurrences.
    press(page, "Shift+Space", "1")
    expect(page.get_by_text("skipped")).to_have_count(0)
    assert [category for _, _, category in occurrences(project)] == ["VID"] * 3
    press(page, "z")
    assert [category for _, _, category in occurrences(project)] == ["VID", "LVC.full", ""]
    # The first one gets one word more.
    first = page.locator(".occurrence").first
    words = [int(word) for word in (first.get_attribute("data-words") or "").split()]
    page.keyboard.press("e")
    first.locator(".word", has_text="and").click()
    press(page, "1")
    assert sorted(words) == [1, 2, 4]
    added = GoldCorrection.objects.standing().filter(before="").values_list("words", "after")
    assert list(added) == [([1, 2, 3, 4], "VID")]
    press(page, "z")
    press(page, "l")
    assert SolvedCase.objects.get().category == "VID"
    press(page, "s", "x")
    press(page, "x")
    assert [category for _, _, category in occurrences(project)] == ["VID", "NotMWE", "NotMWE"]
    page.keyboard.press("Enter")
    expect(page).to_have_url(
        f"{page.url.partition('/expressions/')[0]}/expressions/{project.slug}/consistency/?show=open"
    )
