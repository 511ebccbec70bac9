"""Sentences are selected in three steps; the count follows the criteria, and the way back loses nothing."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.acts.managing import JOB_SECONDS
from tests.browser.conftest import OpenWindow
from tests.factories import make_project, make_user

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("worker")]
TEXT = "the cat sat\til gatto sedeva\nthe dog sat\til cane sedeva\nthe bird sat\til merlo sedeva\n"
FREQUENCIES = "the 50\nsat 50\ncat 5\nbird 20\n"


def test_the_count_follows_and_back_shows_the_same_criteria(open_window: OpenWindow, tmp_path: Path) -> None:
    text, words = tmp_path / "text.tsv", tmp_path / "words.txt"
    text.write_text(TEXT)
    words.write_text(FREQUENCIES)
    project = make_project(make_user(can_create_projects=True))
    page = open_window(project.created_by).page
    page.goto(f"/alignment/{project.slug}/select/")
    page.get_by_label("File", exact=True).set_input_files(text)
    page.get_by_role("radio", name="Frequency list").check()
    page.get_by_label("English training text or frequency list").set_input_files(words)
    page.get_by_role("button", name="Read text").click()
    count = page.locator("#count")
    expect(count).to_contain_text("2 of 3 pairs", timeout=JOB_SECONDS * 1000)
    page.get_by_label("Frequency bands that select pairs").fill("0")
    expect(count).to_contain_text("1 of 3 pairs")
    page.get_by_label("Frequency bands that select pairs").fill("0,20-30")
    expect(count).to_contain_text("2 of 3 pairs")
    page.get_by_role("button", name="Preview pairs").click()
    expect(page.get_by_role("button", name="Import 2 pairs")).to_be_visible(timeout=JOB_SECONDS * 1000)
    expect(page.locator("mark")).to_have_text(["dog", "bird"])
    page.go_back()
    expect(page.get_by_label("Frequency bands that select pairs")).to_have_value("0,20-30")
    expect(count).to_contain_text("2 of 3 pairs")
    page.go_forward()
    page.get_by_role("link", name="Text", exact=True).click()
    expect(page.get_by_role("rowheader", name="text.tsv")).to_be_visible()
    page.get_by_role("link", name="Continue with these files").click()
    expect(page).to_have_url(re.compile("/criteria/"))
    expect(page.get_by_label("Frequency bands that select pairs")).to_have_value("0,20-30")
