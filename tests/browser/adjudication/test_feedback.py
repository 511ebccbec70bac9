"""Feedback as its people meet it: the annotator disputes, the adjudicator answers, the annotator reads the answer."""

import pytest
from playwright.sync_api import Page, Route, expect

from annotation_site.feedback.models import Feedback
from tests.alignment.feedback.cases import Case
from tests.browser.conftest import OpenWindow
from tests.browser.windows import find_violations, measure_overflow

pytestmark = pytest.mark.browser


@pytest.fixture
def case(transactional_db: None) -> Case:
    made = Case()
    made.decide_all()
    return made


def in_order(page: Page) -> None:
    page.wait_for_load_state()
    assert find_violations(page) == []
    assert measure_overflow(page) == 0


def test_a_dispute_and_its_answer_by_keyboard(open_window: OpenWindow, case: Case) -> None:
    page, desk = open_window(case.annotator.user).page, open_window(case.adjudicator).page
    page.goto(f"/alignment/{case.project.slug}/feedback/")
    page.get_by_role("link", name="Review first pair").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#row-0-0")).to_contain_text("Articles are Possible.")
    in_order(page)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#row-0-0")).to_be_focused()
    page.keyboard.press("d")
    page.keyboard.type("It is a real article.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#row-0-0")).to_contain_text("Waiting for the adjudicator.")
    in_order(page)
    desk.goto(f"/alignment/{case.project.slug}/adjudication/")
    expect(desk.locator("section.disputes")).to_contain_text("It is a real article.")
    in_order(desk)
    desk.locator("section.disputes a").focus()
    desk.keyboard.press("Enter")
    desk.get_by_label("Your answer").focus()
    desk.keyboard.type("No: guidelines, 3.2.")
    desk.keyboard.press("Tab")
    expect(desk.get_by_role("button", name="Keep: Possible")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator(".dispute-of-gold")).to_have_count(0)
    page.reload()
    expect(page.locator("#row-0-0")).to_contain_text("No: guidelines, 3.2.")
    page.locator("#row-0-0").focus()
    page.keyboard.press("a")
    expect(page.locator("#row-0-0")).to_contain_text("acknowledged")
    assert Feedback.objects.get(pk=case.mine.pk).state == "done"


def test_a_dispute_and_its_answer_by_mouse(open_window: OpenWindow, case: Case) -> None:
    page, desk = open_window(case.annotator.user).page, open_window(case.adjudicator).page
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 820, "height": 860})
    page.goto(f"/alignment/feedback/{case.mine.pk}/")
    in_order(page)
    page.locator("#row-0-0 summary").click()
    page.get_by_label("Why is gold wrong here?").click()
    page.keyboard.insert_text("It is a real article.")
    page.get_by_role("button", name="Send dispute").click()
    expect(page.locator("#row-0-0")).to_contain_text("disputed")
    desk.goto(f"/alignment/{case.project.slug}/adjudication/1/")
    desk.get_by_role("button", name="Change to Sure").click()
    expect(desk.locator(".dispute-of-gold")).to_have_count(0)
    page.reload()
    expect(page.locator("#row-0-0")).to_contain_text("as gold")
    page.get_by_role("button", name="Acknowledge all").click()
    expect(page.locator("main")).to_contain_text("Reviewed 1")
    assert Feedback.objects.get(pk=case.mine.pk).state == "done"


def test_nothing_takes_the_focus_or_the_text_of_an_answer_that_is_typed(open_window: OpenWindow, case: Case) -> None:
    case.dispute((0, 0))
    page = open_window(case.adjudicator).page
    held: list[Route] = []
    answer = page.get_by_label("Your answer")
    # The script arrives late: the answer is begun before it places the focus.
    page.route("**/adjudicate*.js", lambda route: held.append(route))
    page.goto(f"/alignment/{case.project.slug}/adjudication/1/", wait_until="commit")
    answer.press_sequentially("No: ")
    held.pop().continue_()
    expect(page.locator("html[data-adjudication=ready]")).to_be_attached()
    expect(answer).to_be_focused()
    # Another link is decided, and the answer to that arrives while this one is typed.
    page.route("**/decide/", lambda route: held.append(route))
    page.locator("#card-1-1").focus()
    page.keyboard.press("o")
    answer.focus()
    answer.press("End")
    page.keyboard.type("guidelines")
    held.pop().continue_()
    expect(page.locator("#card-1-1 .outcome")).to_contain_text("open")
    page.keyboard.type(", 3.2.")
    expect(answer).to_have_value("No: guidelines, 3.2.")
