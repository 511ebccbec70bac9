"""Forms sent twice, by a double click, by going back, or with scripts switched off: one effect."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from alignment.imports.services import IMPORT
from alignment.releases.services import RELEASE
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Invitation, Membership, Project, Role
from annotation_site.projects.services.members import invite
from tests.browser.acts.managing import Office
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_at
from tests.factories import make_member, make_project, make_reading, make_user

pytestmark = pytest.mark.browser
TEXT = "a black cat ||| un gatto nero\nit rains ||| piove\n"


@pytest.fixture
def manager(transactional_db: None) -> User:
    return make_user(can_create_projects=True)


def expect_project(page: Page) -> None:
    """Wait for a page of the project that was created."""
    expect(page.get_by_role("navigation", name="You are here").get_by_role("link")).to_have_text("Twice")


def fill_in_project(page: Page) -> None:
    page.goto("/alignment/new/")
    page.get_by_label("Name", exact=True).fill("Twice")
    page.get_by_label("Source language", exact=True).fill("English")
    page.get_by_label("Target language", exact=True).fill("Italian")


def test_a_double_click_creates_one_project(open_window: OpenWindow, manager: User) -> None:
    page = open_window(manager).page
    fill_in_project(page)
    page.get_by_role("button", name="Create project").dblclick()
    expect_project(page)
    assert Project.objects.filter(name="Twice").count() == 1


def test_going_back_and_sending_the_form_again_creates_no_second_project(
    open_window: OpenWindow, manager: User
) -> None:
    page = open_window(manager).page
    fill_in_project(page)
    page.get_by_role("button", name="Create project").click()
    expect_project(page)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("New word alignment project")
    page.get_by_label("Name", exact=True).fill("Twice")
    page.get_by_label("Source language", exact=True).fill("English")
    page.get_by_label("Target language", exact=True).fill("Italian")
    page.get_by_role("button", name="Create project").click()
    expect_project(page)
    expect(page.locator("#messages")).to_contain_text("” with this form. No second project was created.")
    assert Project.objects.filter(name="Twice").count() == 1


def test_without_scripts_a_double_click_creates_one_project(open_window: OpenWindow, manager: User) -> None:
    page = open_window(manager, has_scripts=False).page
    fill_in_project(page)
    page.get_by_role("button", name="Create project").dblclick()
    expect_project(page)
    assert Project.objects.filter(name="Twice").count() == 1


def test_a_repeated_request_creates_no_second_project(open_window: OpenWindow, manager: User) -> None:
    page = open_window(manager).page
    fill_in_project(page)
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Create project").click()
    expect_project(page)
    request = sent.value
    headers = {"Content-Type": request.headers["content-type"]}
    again = page.request.post(request.url, data=request.post_data_buffer, headers=headers)
    assert again.url == page.url
    assert Project.objects.filter(name="Twice").count() == 1


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_double_click_imports_once(
    open_window: OpenWindow, manager: User, worker: None, tmp_path: Path, has_scripts: bool
) -> None:
    project = make_project(manager)
    file = tmp_path / "pairs.txt"
    file.write_text(TEXT)
    office = Office(open_window(manager))
    office.page.goto(project.get_absolute_url())
    office.preview_import(file)
    page = office.page if has_scripts else open_window(manager, has_scripts=False).page
    page.goto(office.page.url)
    page.get_by_role("button", name="Import 2 pairs").dblclick()
    expect_at(page, re.compile(r"/jobs/\d+/$"))
    if not has_scripts:
        office.page.goto(page.url)
    office.wait_for_job("Show pairs")
    assert Job.objects.filter(project=project, kind=IMPORT).count() == 1
    project.refresh_from_db()
    assert project.item_count == 2


def test_a_double_click_builds_one_release(open_window: OpenWindow, manager: User, worker: None) -> None:
    project = make_project(manager, pairs=1, annotators_per_item=1)
    make_reading(make_member(project))
    office = Office(open_window(manager))
    office.page.goto(f"/alignment/{project.slug}/release/")
    office.page.get_by_role("button", name="Create release").dblclick()
    office.wait_for_job("Show release")
    assert Job.objects.filter(project=project, kind=RELEASE).count() == 1
    assert project.releases.count() == 1


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_double_click_makes_one_invitation(open_window: OpenWindow, manager: User, has_scripts: bool) -> None:
    project = make_project(manager)
    page = open_window(manager, has_scripts=has_scripts).page
    page.goto(f"/projects/{project.slug}/members/")
    page.get_by_text("Create a link instead").click()
    page.get_by_role("button", name="Create link").dblclick()
    expect(page.get_by_role("button", name="Revoke")).to_have_count(1)
    assert Invitation.objects.filter(project=project).count() == 1


def test_joining_twice_uses_the_link_once(open_window: OpenWindow, manager: User) -> None:
    project = make_project(manager)
    _, secret = invite(user=manager, project=project, role=Role.ANNOTATOR, days=1, use_limit=2)
    newcomer = make_user()
    page = open_window(newcomer, has_scripts=False).page
    page.goto(f"/invitations/{secret}/")
    page.get_by_role("button", name="Join project").dblclick()
    expect_at(page, re.compile(r"/alignment/[^/]+/$"))
    assert Membership.objects.filter(project=project, user=newcomer).count() == 1
    assert Invitation.objects.get(project=project).use_count == 1
