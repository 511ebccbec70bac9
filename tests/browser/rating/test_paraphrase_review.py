"""Reviewing paraphrases in a real browser, by keyboard alone."""

import pytest
from playwright.sync_api import expect

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound
from idiomaticity.results.queries.results import read_paraphrases
from tests.browser.conftest import OpenWindow
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project, submit_rating

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def read(project: Project) -> dict[str, int]:
    return {row.text: row.total for row in read_paraphrases(Compound.objects.get(project=project))}


def test_variants_are_merged_junk_rejected_and_both_undone_by_keys(
    open_window: OpenWindow, transactional_db: None, files_folder: object
) -> None:
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\n", annotators_per_item=3)
    for given in (("aquarium", "glass bowl"), ("aquariums", "glass bowls"), ("aquarium", "glass bowl")):
        submit_rating(lease_rating(make_member(project)), 3, 3, 1, *given)
    page = open_window(project.created_by).page
    page.goto(f"/idiomaticity/{project.slug}/paraphrases/review/")
    expect(page.locator("html[data-review=ready]")).to_be_attached()
    expect(page.locator(".review-row").first).to_be_focused()
    page.keyboard.press("m")
    expect(page.get_by_text("1 suggestion.")).to_be_visible()
    expect(page.locator(".review-row").first).to_be_focused()
    page.keyboard.press("r")
    expect(page.get_by_text("No more suggestions.")).to_be_visible()
    assert read(project) == {"aquarium": 3, "glass bowl": 2}
    page.keyboard.press("u")
    expect(page.get_by_text("1 suggestion.")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("k")
    expect(page.get_by_text("No more suggestions")).to_be_visible()
    assert read(project) == {"aquarium": 3, "glass bowl": 2, "glass bowls": 1}
