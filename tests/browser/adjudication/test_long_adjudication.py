"""Adjudicating sentences of a hundred words: the page opens where it begins."""

import pytest
from playwright.sync_api import expect

from annotation_site.projects.models import Role
from tests.browser.conftest import OpenWindow
from tests.browser.windows import measure_overflow
from tests.factories import make_member, make_pair, make_project, make_reading

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("width", "language"), [(1280, "en"), (820, "en"), (1280, "ar")])
def test_a_long_pair_opens_at_its_top_and_not_sideways(open_window: OpenWindow, width: int, language: str) -> None:
    project = make_project(source_language=language)
    words = [" ".join(f"{stem}{number}" for number in range(100)) for stem in ("expression", "espressione")]
    pair = make_pair(project, *words)
    for label in "SP":
        make_reading(make_member(project), " ".join(f"{i}-{99 - i}{label}" for i in range(100)))
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    page = open_window(adjudicator).page
    page.set_viewport_size({"width": width, "height": 860})
    page.goto(f"/alignment/{project.slug}/adjudication/{pair.number}/")
    expect(page.locator(".dispute.is-current")).to_be_focused()
    assert page.evaluate("[window.scrollX, window.scrollY]") == [0, 0]
    sideways = """() => [...document.querySelectorAll("main *")].filter((each) => each.scrollLeft !== 0).length"""
    assert page.evaluate(sideways) == 0
    assert measure_overflow(page) == 0
    for key in ("j", "j", "k", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("window.scrollX") == 0
    assert page.evaluate(sideways) == 0
