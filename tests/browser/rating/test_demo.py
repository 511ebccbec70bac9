"""A public demo in a browser without an account: every field answers, and nothing stays, there or here."""

import pytest
from playwright.sync_api import expect

from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import publish_guideline
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.ratings.models import Rating
from idiomaticity.studies.services.demos import publish_demo
from tests.browser.conftest import OpenWindow
from tests.browser.windows import measure_overflow
from tests.idiomaticity.making import make_rating_project

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def project(transactional_db: None, files_folder: object) -> Project:
    project = make_rating_project()
    known = {"user": project.created_by, "project": project}
    set_up_crowd(**known, consent="You may **stop** at any time.", limit_each=3, most_people=9)
    publish_guideline(**known, text="# Rate\nas you read.")
    publish_demo(**known)
    return project


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_stranger_tries_all_pages_on_a_phone(open_window: OpenWindow, project: Project, *, has_scripts: bool) -> None:
    before = Operation.objects.count(), Membership.objects.count()
    page = open_window(width=360, has_scripts=has_scripts).page
    page.goto(f"/idiomaticity/take-part/by/demo/{project.study_demo.key}/")
    expect(page.get_by_text("This is a demo.")).to_be_visible()
    assert measure_overflow(page) <= 0
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_role("heading", name="Instructions")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    for number in (1, 2, 3):
        expect(page.get_by_text("This is a demo.")).to_be_visible()
        assert measure_overflow(page) <= 0
        for scale in ("head", "modifier", "whole"):
            page.locator(f"label.score:has(input[name={scale}][value='{number}'])").click()
        page.get_by_label("Paraphrase 1, optional").fill("something else")
        page.get_by_role("button", name="Submit and next").click()
        expect(page).not_to_have_url(f"page={number}" if number > 1 else "/items/$")
    expect(page.get_by_role("heading", name="Your completion code")).to_be_visible()
    if has_scripts:
        assert page.evaluate("Object.keys(localStorage).filter((key) => /rating|draft|unsent/.test(key))") == []
    page.get_by_role("link", name="Start again").click()
    expect(page.get_by_role("button", name="Take part")).to_be_visible()
    assert not Rating.objects.exists()
    assert (Operation.objects.count(), Membership.objects.count()) == before


def test_keys_answer_as_in_the_study(open_window: OpenWindow, project: Project) -> None:
    page = open_window().page
    page.goto(f"/idiomaticity/take-part/by/demo/{project.study_demo.key}/items/")
    page.locator("html[data-rating=ready]").wait_for()
    page.keyboard.press("4")
    page.keyboard.press("x")
    page.keyboard.press("0")
    expect(
        page.locator("input[name=head]:checked, input[name=modifier]:checked, input[name=whole]:checked")
    ).to_have_count(3)
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/?page=2")
    expect(page.locator("input[name=whole]:checked")).to_have_count(0)
