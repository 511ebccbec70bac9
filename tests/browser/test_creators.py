"""Adding oneself to the creators in the middle of a form that is being filled in."""

import pytest
from playwright.sync_api import expect

from annotation_site.projects.models import Project
from tests.browser.conftest import OpenWindow
from tests.factories import make_project


@pytest.mark.parametrize("has_scripts", [True, False])
def test_who_adds_themselves_loses_nothing_and_enter_saves(open_window: OpenWindow, *, has_scripts: bool) -> None:
    project = make_project()
    manager = project.created_by
    manager.name = "Grace Hopper"
    manager.save(update_fields=["name"])
    page = open_window(manager, has_scripts=has_scripts).page
    page.goto(f"/alignment/{project.slug}/settings/")
    name = page.get_by_label("Name", exact=True).first
    name.fill("Half a new name")
    page.get_by_role("button", name="Add me").click()
    expect(page.get_by_label("Family name or organisation").first).to_have_value("Hopper")
    expect(page.get_by_label("ORCID iD").first).to_be_visible()
    expect(name).to_have_value("Half a new name")
    assert Project.objects.get(pk=project.pk).name == project.name, "nothing is stored yet"
    name.press("Enter")
    expect(page.get_by_text("The settings were saved.")).to_be_visible()
    stored = Project.objects.get(pk=project.pk)
    assert stored.name == "Half a new name"
    assert stored.creators == [{"type": "person", "name": "Hopper", "given_name": "Grace"}]
