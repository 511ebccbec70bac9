"""Deciding on the differences of passages by keys, from the worst one on."""

import re

import pytest
from playwright.sync_api import expect

from annotation_site.assignments.models import Item
from expressions.adjudication.models import PassageAdjudication
from tests.browser.conftest import OpenWindow
from tests.expressions.making import make_annotated_project
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_every_difference_is_decided_by_two_keys(open_window: OpenWindow) -> None:
    project = make_annotated_project()
    adjudicator = make_member(project, role="adjudicator")
    page = open_window(adjudicator.user).page
    page.goto(f"/expressions/{project.slug}/adjudication/")
    page.get_by_role("link", name="Start with the most disputed passage").click()
    expect(page.locator("html[data-adjudicating=ready]")).to_be_attached()
    expect(page).to_have_url(re.compile(r"/adjudication/2/$"))
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/adjudication/3/$"))
    expect(page.locator("html[data-adjudicating=ready]")).to_be_attached()
    page.keyboard.press("Enter")  # nothing is chosen yet: it stays
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There are no more passages to adjudicate.")).to_be_visible()
    decided = dict(PassageAdjudication.objects.values_list("item__number", "marks"))
    assert [mark["category"] for mark in decided[2]] == ["LVC.full"]
    assert decided[3] == []
    states = Item.objects.filter(project=project).order_by("number").values_list("state", flat=True)
    assert list(states) == ["annotated", "adjudicated", "adjudicated"]
