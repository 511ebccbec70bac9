"""Pages of an archived project in the browser: what would be refused is there to read and cannot be pressed."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from annotation_site.closing.services.closing import archive_project
from annotation_site.projects.models import Project
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_at, find_violations
from tests.factories import make_member, make_project, make_reading

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGES = ("projects:items", "alignment:import", "projects:machine_new", "alignment:adjudication", "alignment:adjudicate")
CHANGES = 'main form[method="post"] :is(button, input, select):enabled'
BY_ATTRIBUTE = "main button[form]:enabled"


@pytest.fixture
def archived(transactional_db: None) -> Project:
    project = make_project(pairs=1)
    for links in ("0-0S", "0-0P"):
        make_reading(make_member(project), links)
    make_member(project, user=project.created_by, role="adjudicator")
    archive_project(user=project.created_by, project=project)
    return project


def test_what_would_change_an_archived_project_cannot_be_pressed(open_window: OpenWindow, archived: Project) -> None:
    page = open_window(archived.created_by).page
    for name in PAGES:
        numbers = [1] if name == "alignment:adjudicate" else []
        page.goto(reverse(name, args=[archived.slug, *numbers]))
        expect(page.locator("[data-closed-project]")).to_be_visible()
        page.wait_for_load_state()
        hidden = page.locator(f"{CHANGES}:not([type=hidden], [data-dialog], [data-close])")
        expect(hidden, name).to_have_count(0)
        expect(page.locator(BY_ATTRIBUTE), name).to_have_count(0)
    page.goto(reverse("projects:items", args=[archived.slug]))
    assert not find_violations(page)
    page.get_by_role("searchbox").fill("1")
    page.get_by_role("button", name="Find").click()
    expect_at(page, re.compile("search=1"))
    page.goto(reverse("projects:restore", args=[archived.slug]))
    page.get_by_role("button", name="Restore project").click()
    expect(page.locator("[data-closed-project]")).to_have_count(0)
    archived.refresh_from_db()
    assert archived.state == Project.State.ACTIVE
