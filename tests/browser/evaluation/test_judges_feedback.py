"""Feedback as judges meet it: a judge disputes a decision, the adjudicator answers, the judge reads the answer."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.windows import find_violations, measure_overflow
from tests.evaluation.feedback.cases import NOTE, Case

pytestmark = pytest.mark.browser


def in_order(page: Page) -> None:
    page.wait_for_load_state()
    assert find_violations(page) == []
    assert measure_overflow(page) == 0


def test_a_dispute_and_its_answer(open_window: OpenWindow, transactional_db: None) -> None:
    case = Case()
    case.finish()
    page, desk = open_window(case.judge).page, open_window(case.adjudicator).page
    page.goto(f"/evaluation/{case.project.slug}/feedback/")
    in_order(page)
    page.get_by_role("link", name="Review first item").focus()
    page.keyboard.press("Enter")
    row = page.locator(f"#row-{case.bad}")
    expect(row).to_contain_text(NOTE)
    # What was said, and what was decided: a mark is gone.
    expect(row.locator(".marks").first).to_contain_text("gelo")
    expect(row.locator(".marks").last).not_to_contain_text("gelo")
    in_order(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 820, "height": 860})
    in_order(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("d")
    page.keyboard.type("It is idiomatic.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(row).to_contain_text("Waiting for the adjudicator.")
    desk.goto(f"/evaluation/{case.project.slug}/adjudication/")
    in_order(desk)
    desk.locator("section.disputes a").click()
    desk.get_by_label("Your answer").fill("It is not: guidelines, 3.2.")
    desk.reload()
    expect(desk.get_by_label("Your answer")).to_have_value("It is not: guidelines, 3.2.")
    in_order(desk)
    desk.get_by_label("Your answer").press("Enter")
    expect(desk.locator(".dispute-of-gold")).to_have_count(0)
    page.reload()
    expect(row).to_contain_text("It is not: guidelines, 3.2.")
    row.focus()
    page.keyboard.press("a")
    expect(row).to_contain_text("acknowledged")
    in_order(page)
    assert case.feedback().state == "done"
