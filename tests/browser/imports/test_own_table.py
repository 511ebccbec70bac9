"""A newcomer has their own spreadsheet's pairs on the screen in seven clicks, counted from the page of projects."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook
from playwright.sync_api import Locator, Page, expect

from tests.browser.acts.managing import JOB_SECONDS
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_at
from tests.factories import make_project, make_user

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("worker")]
MOST_CLICKS = 7
HEADER = ["Nr.", "Deutsch", "Englisch", "Bemerkung"]
ROWS = [
    ["1", "Er hat heute Schwein gehabt.", "He was lucky today.", "Idiom"],
    ["2", "Das ist mir Wurst, sagt sie.", "I do not care, she says.", ""],
]


class Clicks:
    """Clicks of one person, counted; typing and choosing a file are none, opening the dialog for it is one."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, place: Locator) -> None:
        self.count += 1
        place.click()

    def choose_file(self, place: Locator, file: Path) -> None:
        self.count += 1
        place.set_input_files(file)


def write_workbook(path: Path, rows: Sequence[Sequence[str]]) -> None:
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(path)


def test_an_own_spreadsheet_is_pairs_on_the_screen_in_seven_clicks(open_window: OpenWindow, tmp_path: Path) -> None:
    file, clicks = tmp_path / "Redewendungen.xlsx", Clicks()
    write_workbook(file, [HEADER, *ROWS])
    page = open_window(make_user(can_create_projects=True)).page
    page.goto("/")
    clicks.on(page.get_by_role("link", name="Word alignment", exact=True))
    page.get_by_label("Name", exact=True).fill("Mine")
    page.get_by_label("Source language", exact=True).fill("Deutsch")
    page.get_by_label("Target language", exact=True).fill("English")
    clicks.on(page.get_by_role("button", name="Create project"))
    clicks.choose_file(page.get_by_label("File", exact=True), file)
    clicks.on(page.get_by_role("button", name="Preview import"))
    expect(page.locator(".parallel .cut").first).to_have_text("Er", timeout=JOB_SECONDS * 1000)
    assert columns_chosen(page) == ["identifier", "source", "target", ""]
    expect(page.get_by_text("Ignored: Bemerkung")).to_be_visible()
    clicks.on(page.get_by_role("button", name="Import 2 pairs"))
    expect(page.get_by_role("link", name="Show pairs")).to_be_visible(timeout=JOB_SECONDS * 1000)
    clicks.on(page.get_by_role("link", name="Show pairs"))
    expect_at(page, re.compile(r"/pairs/$"))
    expect(page.get_by_role("main")).to_contain_text("Schwein")
    assert clicks.count <= MOST_CLICKS


def columns_chosen(page: Page) -> list[str]:
    return [select.input_value() for select in page.locator(".assigned select").all()]


def test_a_changed_column_is_read_at_once_and_the_keyboard_stays_there(open_window: OpenWindow, tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("A;B;C\n" + "Er kommt heute.;He comes today.;Il vient aujourd’hui.\n" * 2)
    project = make_project(source_language="de", target_language="fr")
    window = open_window(project.created_by)
    # Between the two changes the table lacks a translation, which the page says.
    window.expect_complaint(r"status of 400 .*/again/")
    page = window.page
    page.goto(f"/alignment/{project.slug}/import/")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Preview import").click()
    expect(page.locator(".assigned select").first).to_be_visible(timeout=JOB_SECONDS * 1000)
    for place, role in ((1, ""), (2, "target")):
        if page.locator(".assigned select").nth(place).input_value() == role:
            continue
        before = page.url
        page.locator(".assigned select").nth(place).select_option(role)
        page.wait_for_url(lambda url, before=before: url != before)  # type: ignore[misc]
        expect(page.locator(".assigned select").first).to_be_visible(timeout=JOB_SECONDS * 1000)
        expect(page.locator(".assigned select").nth(place)).to_be_focused()
    assert columns_chosen(page) == ["source", "", "target"]
    expect(page.locator(".parallel")).to_contain_text("vient")
