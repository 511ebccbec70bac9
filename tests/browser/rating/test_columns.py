"""Assigning the columns of a table of compounds in a real browser: a change is sent at once."""

import re

import pytest
from playwright.sync_api import expect

from annotation_site.jobs.models import Job
from tests.browser.conftest import OpenWindow
from tests.idiomaticity.making import make_rating_project, preview, run_job

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TABLE = "Kompositum;Satz 1;Beleg\nfish tank;A fish tank leaks.;We bought another fish tank.\n"


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_second_column_of_sentences_is_chosen_on_the_page(
    open_window: OpenWindow, transactional_db: None, files_folder: object, *, has_scripts: bool
) -> None:
    project = make_rating_project(text="")
    first = preview(project, TABLE)
    assert first.result["counts"]["sentences"] == 1
    page = open_window(project.created_by, has_scripts=has_scripts).page
    page.goto(f"/idiomaticity/{project.slug}/import/{first.pk}/")
    expect(page.get_by_text("Ignored: Beleg")).to_be_visible()
    page.get_by_label("Content of Beleg").select_option("sentence")
    if not has_scripts:
        page.get_by_role("button", name="Preview with these columns").click()
    expect(page).not_to_have_url(re.compile(rf"/{first.pk}/$"))
    second = run_job(Job.objects.filter(project=project, kind="compound_preview").latest("pk"))
    assert second.result["counts"]["sentences"] == 2
    page.reload()
    expect(page.get_by_label("Content of Beleg")).to_have_value("sentence")
    expect(page.get_by_role("button", name="Import 1 compound")).to_be_visible()
