"""Keys that a person has not used in ten pairs fold behind “?”, and come back when they are."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts.annotating import Desk
from tests.browser.windows import find_violations

pytestmark = pytest.mark.browser
STORED = "() => JSON.parse(localStorage.getItem('interlinea:hints'))"


def begin_with(page: Page, pairs: int) -> None:
    """Open the page again as somebody who has submitted so many pairs by S, N and Enter."""
    kept = json.dumps({"pairs": pairs, "used": ["sure", "mark", "word", "submit"]})
    page.evaluate("(kept) => localStorage.setItem('interlinea:hints', kept)", kept)
    page.reload()
    expect(page.locator("html[data-editor=ready]")).to_be_attached()


def test_unused_keys_fold_after_ten_pairs_and_come_back_when_used(desk: Desk) -> None:
    page, tools = desk.page, desk.page.locator("#tools")
    expect(tools.get_by_role("button", name="extend group")).to_be_visible()
    begin_with(page, 9)
    expect(tools.get_by_role("button", name="extend group")).to_be_visible()
    expect(page.locator("#folded-count")).to_be_empty()
    begin_with(page, 10)
    for name in ("extend group", "whole group", "clear all", "unlink"):
        expect(tools.get_by_role("button", name=name)).to_be_hidden()
    expect(page.get_by_role("button", name="matrix")).to_be_hidden()
    expect(tools.locator("[data-hint=word]")).to_be_visible()
    expect(tools.locator("[data-hint=pick]")).to_be_hidden()
    # What one needs always stays: the answers, the way back, the list.
    for name in ("Sure", "Possible", "no counterpart", "undo", "all keys"):
        expect(tools.get_by_role("button", name=name)).to_be_visible()
    assert not find_violations(page)
    # A folded key still acts, and stands there from then on.
    desk.word("source", 0).focus()
    page.keyboard.press("u")
    expect(tools.get_by_role("button", name="whole group")).to_be_visible()
    count = page.locator("#folded-count").inner_text()
    assert count.startswith("+")
    # All of them come back by the list.
    page.keyboard.press("?")
    page.get_by_role("button", name="Show unused keys").click()
    expect(page.get_by_role("button", name="Show unused keys")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(tools.get_by_role("button", name="clear all")).to_be_visible()
    expect(page.locator("#folded-count")).to_be_empty()


def test_the_list_of_keys_opens_at_its_top(desk: Desk) -> None:
    page = desk.page
    page.set_viewport_size({"width": 1000, "height": 420})
    desk.word("source", 0).focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    title = dialog.get_by_role("heading", name="All keys")
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport()
    assert dialog.evaluate("(each) => [each.scrollTop, each.scrollHeight > each.clientHeight]") == [0, True]
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_pair_counts_when_it_is_submitted(desk: Desk) -> None:
    page = desk.page
    for index in range(4):
        desk.word("source", index).focus()
        page.keyboard.press("s")
    desk.word("source", 0).focus()
    before = page.url
    page.keyboard.press("Shift+Enter")
    expect(page).not_to_have_url(before)
    expect(page.locator("html[data-editor=ready]")).to_be_attached()
    kept = page.evaluate(STORED)
    assert kept["pairs"] == 1
    assert {"sure", "submit-rest"} <= set(kept["used"])
