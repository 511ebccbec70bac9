"""Reviewing hits by keys, and by mouse."""

import pytest
from playwright.sync_api import expect

from evaluation.finding.queries import sum_up
from tests.browser.conftest import OpenWindow
from tests.evaluation.findings import make_finding
from tests.factories import PASSWORD, make_project

pytestmark = pytest.mark.browser


def test_hits_are_accepted_rejected_and_undone_by_keys(open_window: OpenWindow, transactional_db: None) -> None:
    finding = make_finding(make_project())
    window = open_window()
    window.sign_in(finding.created_by.email, PASSWORD)
    window.visit(f"/evaluation/{finding.project.slug}/findings/{finding.pk}/hits/", PASSWORD)
    page = window.page
    cards = page.locator(".hit")
    expect(cards).to_have_count(4)
    expect(cards.nth(0)).to_be_focused()
    page.keyboard.press("a")
    expect(cards.nth(0)).to_have_attribute("data-verdict", "accepted")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("r")
    expect(cards.nth(2)).to_be_focused()
    expect(page.locator("#sums")).to_contain_text("50.0 %")
    page.keyboard.press("j")
    expect(cards.nth(3)).to_be_focused()
    page.keyboard.press("k")
    page.keyboard.press("u")
    expect(page.locator("#sums")).to_contain_text("100.0 %")
    page.get_by_role("button", name="Accept", exact=False).last.click()
    expect(page.locator("#sums")).to_contain_text("of 2")
    found = sum_up(finding)
    assert (found.open, found.accepted, found.rejected) == (2, 2, 0)
