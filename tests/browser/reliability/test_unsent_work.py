"""Work that could not be sent outlives its tab on every page that sends work, and reaches the server once."""

import re

import pytest
from playwright.sync_api import Page, expect

from annotation_site.accounts.models import User
from tests.browser.acts.unsent import MAKERS, Task
from tests.browser.conftest import OpenWindow
from tests.browser.windows import Window
from tests.factories import PASSWORD
from tests.servers import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIGN_OUT_BY_A_FORM = """async () => {
  const { name, value } = document.querySelector("input[name=csrfmiddlewaretoken]");
  const body = new URLSearchParams({ [name]: value });
  return (await fetch("/accounts/logout/", { method: "POST", body, redirect: "manual" })).type;
}"""


@pytest.fixture(params=MAKERS)
def task(request: pytest.FixtureRequest, transactional_db: None, files_folder: object) -> Task:
    made: Task = MAKERS[request.param]()
    return made


def work_offline_and_close(window: Window, task: Task) -> None:
    window.expect_complaint("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    page = task.open(window)
    window.context.set_offline(True)
    task.work(page)
    # The browser gives a page that is closing its connection back: a retry due at that moment would arrive.
    page.evaluate("() => { window.fetch = () => new Promise(() => {}); }")
    page.close()
    window.context.set_offline(False)


def expect_nothing_left(page: Page) -> None:
    page.wait_for_function("() => !Object.keys(localStorage).some(key => key.includes(':unsent:'))")


def test_work_outlives_a_tab_closed_offline_and_arrives_once(open_window: OpenWindow, task: Task) -> None:
    window = open_window(task.person)
    before, made = task.stored(), task.operations()
    work_offline_and_close(window, task)
    assert task.stored() == before
    page = task.open(window)
    expect_nothing_left(page)
    assert task.stored() == task.done
    arrived = task.operations()
    assert 0 < arrived - made <= 2
    expect_nothing_left(task.open(window))
    assert task.operations() == arrived


def test_nothing_of_one_person_is_shown_or_sent_to_the_next(open_window: OpenWindow, task: Task) -> None:
    window = open_window(task.person)
    window.expect_complaint("status of 404")
    before, made = task.stored(), task.operations_of_colleague()
    work_offline_and_close(window, task)
    window.enter_as(task.colleague)
    page = window.open_tab()
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    opened = page.goto(task.url)
    assert opened
    # A page that is not theirs has no script that could send.
    if opened.ok:
        expect(page.locator(task.ready)).to_be_attached()
    assert not posted
    assert "waits" not in page.inner_text("body")
    assert "kept" not in page.inner_text("body")
    assert task.stored() == before
    assert task.operations_of_colleague() == made
    page.close()
    window.enter_as(task.person)
    expect_nothing_left(task.open(window))
    assert task.stored() == task.done


def make_stale(window: Window, task: Task) -> Page:
    """Keep work in a closed tab, save something else from another one, and come back."""
    window.expect_complaint("status of 409")
    work_offline_and_close(window, task)
    kept = window.context.storage_state()["origins"][0]["localStorage"]
    page = window.open_tab()
    page.goto("/")
    page.evaluate("() => localStorage.clear()")
    page.close()
    page, before = task.open(window), task.stored()
    page.keyboard.press("1" if task.ready.startswith(("html[data-rating", "html[data-judging")) else "n")
    wait_until(lambda: task.stored() != before, "the other tab's work did not arrive")
    expect_nothing_left(page)
    page.evaluate("kept => { for (const { name, value } of kept) localStorage.setItem(name, value); }", kept)
    page.close()
    return task.open(window)


def test_work_on_a_state_that_is_gone_is_asked_about_and_saved_on_top(open_window: OpenWindow, task: Task) -> None:
    page = make_stale(open_window(task.person), task)
    choice = page.get_by_role("alert").filter(has_text="changed elsewhere")
    expect(choice.first).to_be_visible()
    before = task.stored()
    assert before != task.done
    expect(page.get_by_role("listitem").filter(has_text=task.unsaved).first).to_be_visible()
    page.locator("[role=alert] button").filter(has_text=re.compile("^Save ")).click()
    expect_nothing_left(page)
    assert task.stored() == task.done


def test_work_on_a_state_that_is_gone_can_be_given_up(open_window: OpenWindow, task: Task) -> None:
    page = make_stale(open_window(task.person), task)
    choice = (
        page.locator("[role=alert] button")
        .filter(has_text="Take what is saved")
        .or_(page.locator("[role=alert] button").filter(has_text="Discard"))
    )
    before = task.stored()
    choice.click()
    expect_nothing_left(page)
    expect(page.locator("[role=alert]").filter(has=page.locator("button"))).to_be_hidden()
    assert task.stored() == before


def change_person(window: Window, person: User) -> None:
    window.page.goto("/")
    window.page.get_by_role("button", name="Sign out").click()
    expect(window.page.get_by_role("button", name="Sign out")).to_have_count(0)
    window.sign_in(person.email, PASSWORD)


def test_a_page_left_open_sends_nothing_in_the_name_of_the_next_person(open_window: OpenWindow, task: Task) -> None:
    window = open_window()
    window.expect_complaint("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "status of 40[134]")
    window.sign_in(task.person.email, PASSWORD)
    page = task.open(window)
    window.context.set_offline(True)
    task.work(page)
    before, made = task.stored(), task.operations_of_colleague()
    page.route(lambda url: "/static/" not in url, lambda route: route.abort())
    window.context.set_offline(False)
    change_person(window, task.colleague)
    page.unroute_all(behavior="wait")
    page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    expect(page.get_by_text("You are signed out").first).to_be_visible()
    assert task.stored() == before
    assert task.operations_of_colleague() == made
    change_person(window, task.person)
    page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    expect_nothing_left(page)
    assert task.stored() == task.done
    assert page.evaluate(SIGN_OUT_BY_A_FORM) == "opaqueredirect", "a form of the page belongs to the session that ended"


def test_a_browser_that_stores_nothing_says_so_and_still_sends(open_window: OpenWindow, task: Task) -> None:
    window = open_window(task.person)
    window.expect_complaint("ERR_INTERNET_DISCONNECTED", "does not store unsent work")
    window.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    )
    page = task.open_in(window.page)
    window.context.set_offline(True)
    for key in task.keys:
        page.keyboard.press(key)
    expect(page.get_by_text("on this page: keep it open").first).to_be_visible()
    window.context.set_offline(False)
    wait_until(lambda: task.stored() == task.done, "the work did not arrive")
    expect(page.get_by_text("on this page: keep it open")).to_have_count(0)
