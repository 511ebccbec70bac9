"""A crowd's way on a phone, from the link to the completion code."""

import pytest
from playwright.sync_api import Page, expect

from annotation_site.projects.models import Project
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.ratings.models import Rating
from idiomaticity.screening.services.known_ratings import add_known_rating
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_away, measure_overflow
from tests.idiomaticity.making import make_rating_project

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def project(transactional_db: None, files_folder: object) -> Project:
    project = make_rating_project(annotators_per_item=9)
    known = {"user": project.created_by, "project": project}
    for item, use, ends in (("olive oil-1", "tutorial", (4, 5)), ("cash cow-1", "qualification", (0, 1))):
        add_known_rating(
            **known, item=item, use=use, expected={"whole": ends}, explanation="Oil that is made of olives."
        )
    set_up_crowd(
        **known, consent="You may **stop** at any time.", limit_each=2, most_people=9, worker_parameter="workerId"
    )
    open_crowd(**known, is_open=True)
    return project


def rate(page: Page, head: int, modifier: int, whole: int) -> None:
    for scale, score in (("head", head), ("modifier", modifier), ("whole", whole)):
        page.locator(f"label.score:has(input[name={scale}][value='{score}'])").click()
    assert measure_overflow(page) <= 0
    before = page.url
    page.get_by_role("button", name="Submit and next").click()
    expect_away(page, before)


@pytest.mark.parametrize("has_scripts", [True, False])
def test_from_the_link_to_the_code_on_a_phone(open_window: OpenWindow, project: Project, *, has_scripts: bool) -> None:
    page = open_window(width=360, has_scripts=has_scripts).page
    page.goto(f"/idiomaticity/take-part/by/link/{project.crowd_call.key}/?workerId=A1B2")
    assert "A1B2" not in page.url
    expect(page.get_by_text("You may stop at any time.")).to_be_visible()
    assert measure_overflow(page) <= 0
    page.get_by_label("I have read this").check()
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Tutorial:")).to_be_visible()
    rate(page, 5, 5, 2)
    expect(page.get_by_role("heading", name="Your answers differ")).to_be_visible()
    expect(page.get_by_text("Oil that is made of olives.")).to_be_visible()
    assert measure_overflow(page) <= 0
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Test:")).to_be_visible()
    rate(page, 0, 0, 0)
    rate(page, 2, 2, 2)
    # A pause: the same link leads back to where one was.
    page.goto(f"/idiomaticity/take-part/by/link/{project.crowd_call.key}/?workerId=A1B2")
    expect(page.get_by_text("Continue in another browser")).to_be_visible()
    assert measure_overflow(page) <= 0
    page.get_by_role("button", name="Continue").click()
    rate(page, 3, 3, 3)
    worker = CrowdWorker.objects.get()
    expect(page.get_by_text(worker.completion_code)).to_be_visible()
    assert measure_overflow(page) <= 0
    assert Rating.objects.submitted(project).count() == 2
