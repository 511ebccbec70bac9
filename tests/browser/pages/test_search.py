"""The search that opens over any page, by keys, by its link and without scripts."""

import pytest
from playwright.sync_api import Page, expect

from annotation_site.accounts.models import User
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_at, find_violations
from tests.factories import make_member, make_pair, make_project, make_user

pytestmark = pytest.mark.browser


@pytest.fixture
def manager(transactional_db: None) -> User:
    return make_user(can_create_projects=True)


def call_search(page: Page) -> None:
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog", name="Search").get_by_role("searchbox")).to_be_focused()


def test_keys_alone_lead_from_any_page_to_a_pair(open_window: OpenWindow, manager: User) -> None:
    project = make_project(manager)
    item = make_pair(project, source="The kettle boils", target="Il bollitore bolle")
    page = open_window(manager).page
    page.goto(f"/projects/{project.slug}/members/")
    call_search(page)
    page.keyboard.type("boll")
    expect(page.get_by_role("link", name="The kettle boils")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect_at(page, f"/alignment/{project.slug}/pairs/{item.number}/")


def test_enter_opens_the_first_of_what_was_found(open_window: OpenWindow, manager: User) -> None:
    project = make_project(manager)
    page = open_window(manager).page
    page.goto(project.get_absolute_url())
    call_search(page)
    page.keyboard.type("memb")
    expect(page.get_by_role("dialog").get_by_role("link", name="Members")).to_be_visible()
    expect(page.locator("[data-search=memb]")).to_be_visible()
    page.keyboard.press("Enter")
    expect_at(page, f"/projects/{project.slug}/members/")


def test_it_opens_with_the_pages_of_the_project_and_escape_leaves_everything_as_it_was(
    open_window: OpenWindow, manager: User
) -> None:
    project = make_project(manager)
    page = open_window(manager).page
    page.goto(project.get_absolute_url())
    page.get_by_role("link", name="Search", exact=True).click()
    dialog = page.get_by_role("dialog", name="Search")
    expect(dialog.get_by_role("link", name="Settings", exact=True)).to_be_visible()
    assert not find_violations(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect_at(page, project.get_absolute_url())


def test_without_scripts_the_link_leads_to_the_page_of_the_search(open_window: OpenWindow, manager: User) -> None:
    project = make_project(manager)
    make_member(project, user=make_user("Ada Verdi"))
    page = open_window(manager, has_scripts=False).page
    page.goto(project.get_absolute_url())
    page.get_by_role("link", name="Search", exact=True).click()
    page.get_by_role("searchbox").fill("verdi")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name="Ada Verdi")).to_be_visible()
