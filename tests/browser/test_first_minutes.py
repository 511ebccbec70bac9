"""The first minutes on a site without a mail server, as `make run` starts it: a new project of each kind in three
clicks, people invited by links to copy, and the first item opened from the page of all projects.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_at
from tests.factories import make_member, make_project, make_user

pytestmark = pytest.mark.browser
IMPORTS = {
    "Word alignment": ("Source language", "Target language", r"/alignment/mine/import/$"),
    "Compositionality": ("Language", "", r"/idiomaticity/mine/import/$"),
    "Translation evaluation": ("Source language", "Target language", r"/evaluation/mine/test-sets/new/$"),
}


@pytest.fixture
def manager(transactional_db: None) -> User:
    return make_user(can_create_projects=True)


def links_to_copy(page: Page) -> list[str]:
    return [field.input_value() for field in page.get_by_role("textbox", name=re.compile("^Annotator: ")).all()]


@pytest.mark.parametrize("kind", IMPORTS)
def test_a_first_project_needs_two_clicks_a_name_and_languages(
    open_window: OpenWindow, manager: User, kind: str
) -> None:
    page = open_window(manager).page
    first, second, address = IMPORTS[kind]
    page.goto("/")
    page.get_by_role("link", name=kind, exact=True).click()
    page.get_by_label("Name", exact=True).fill("Mine")
    page.get_by_label(first, exact=True).fill("allemand")
    if second:
        page.get_by_label(second, exact=True).fill("en")
    page.get_by_role("button", name="Create project").click()
    expect_at(page, re.compile(address))
    expect(page.locator("#messages")).to_contain_text("The project is ready.")


def test_the_browser_finds_a_language_by_each_of_its_names(open_window: OpenWindow, manager: User) -> None:
    page = open_window(manager).page
    page.goto("/alignment/new/")
    option = page.locator("#languages option[value=German]")
    for typed in ("Deutsch", "allemand", "de"):
        assert typed in (option.text_content() or "").split(", ")
    assert page.get_by_label("Source language", exact=True).evaluate("field => field.list.id") == "languages"


@pytest.mark.parametrize("has_scripts", [True, False])
def test_without_mail_people_are_invited_by_links_that_are_copied(
    open_window: OpenWindow, manager: User, has_scripts: bool
) -> None:
    project = make_project(manager, pairs=2)
    page = open_window(manager, has_scripts=has_scripts).page
    page.goto(f"/projects/{project.slug}/members/")
    page.get_by_label("Email addresses").fill("ada@example.net\nbob@example.net")
    page.get_by_role("button", name="Invite people").click()
    expect(page.get_by_role("heading", name="No mail server: copy these links")).to_be_visible()
    links = links_to_copy(page)
    assert len(set(links)) == 2
    expect(page.get_by_label("Email addresses")).to_have_value("")
    newcomer = open_window(has_scripts=has_scripts).page
    newcomer.goto(links[0])
    newcomer.get_by_role("link", name="Create account").click()
    newcomer.get_by_label("Your name").fill("Ada")
    newcomer.get_by_label("Password", exact=True).fill("an-Unusual-1")
    newcomer.get_by_label("Password (again)").fill("an-Unusual-1")
    newcomer.get_by_role("button", name="Create account").click()
    newcomer.get_by_role("button", name="Join project").click()
    expect(newcomer.get_by_role("heading", level=1)).to_have_text(project.name)
    assert project.memberships.annotators().count() == 1
    newcomer.goto("/")
    newcomer.get_by_role("button", name="Start annotating").click()
    expect_at(newcomer, re.compile(r"/alignment/annotate/\d+/$"))


def test_a_link_is_copied_by_its_button(open_window: OpenWindow, manager: User) -> None:
    project = make_project(manager)
    page = open_window(manager).page
    page.goto(f"/projects/{project.slug}/members/")
    page.get_by_label("Email addresses").fill("ada@example.net")
    page.get_by_role("button", name="Invite people").click()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    [link] = links_to_copy(page)
    button = page.get_by_role("button", name="Copy link for ada@example.net")
    button.click()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.get_by_role("button", name="New link for ada@example.net").click()
    renewed = page.get_by_role("textbox", name="Annotator: ada@example.net")
    expect(renewed).not_to_have_value(link)
    expect(renewed).to_have_value(re.compile(r"/invitations/[\w-]+/$"))


def test_starting_opens_the_item_and_not_the_list(open_window: OpenWindow, transactional_db: None) -> None:
    annotator = make_member(make_project(pairs=1))
    page = open_window(annotator.user).page
    page.goto("/")
    page.get_by_role("button", name="Start annotating").click()
    expect_at(page, re.compile(r"/alignment/annotate/\d+/$"))
    assert Project.objects.get().items.get().assigned_count == 1
