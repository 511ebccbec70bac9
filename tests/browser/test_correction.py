"""A manager corrects a sentence, by mouse and by keyboard; its annotator goes on where words are new."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.acts.annotating import Desk
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_at
from tests.factories import make_member, make_project, make_reading

pytestmark = pytest.mark.browser


def test_a_corrected_pair_comes_back_to_its_annotator(open_window: OpenWindow) -> None:
    project = make_project(pairs=1)
    annotator = make_member(project)
    make_reading(annotator, "0-0S 1-2S 2-1S")
    manager = open_window(project.created_by)
    page = manager.page
    page.goto(f"/alignment/{project.slug}/pairs/1/")
    page.get_by_role("link", name="Correct text").click()
    page.get_by_label("English").fill("a big black cat")
    page.get_by_role("button", name="Preview correction").click()
    expect(page.locator("ins")).to_have_text("big")
    expect(page.locator("tbody tr")).to_contain_text("reopened: some words are not done")
    page.get_by_role("button", name="Correct text").click()
    expect(page.get_by_text("Version 2 of this pair")).to_be_visible()
    page.get_by_role("link", name="version 1").click()
    expect(page.get_by_text("This is version 1")).to_be_visible()

    reading = annotator.assignments.get(state="in_progress")
    desk = Desk(open_window(annotator.user)).open(reading)
    expect(desk.page.locator(".word.is-open")).to_have_text(["big"])
    assert desk.stored()["links"] == {(0, 0): "S", (2, 2): "S", (3, 1): "S"}
    desk.mark_by_keys("source", 1)
    desk.press("Enter")
    expect_at(desk.page, re.compile("/assignments/$"))
    assert project.items.get().submitted_count == 1


def test_a_misspelling_is_mended_by_keyboard_and_nobody_begins_anew(open_window: OpenWindow) -> None:
    project = make_project(pairs=1)
    make_reading(make_member(project), "0-0S 1-2S 2-1S")
    page = open_window(project.created_by).page
    page.goto(f"/alignment/{project.slug}/pairs/1/correct/")
    page.get_by_label("Italian").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("un gatto nera")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr")).to_contain_text("stays submitted")
    page.get_by_role("button", name="Correct text").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Version 2 of this pair")).to_be_visible()
    assert project.items.get().submitted_count == 1
