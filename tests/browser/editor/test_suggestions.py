"""Suggestions from file to report: uploaded on the page, imported by the real worker, answered by two people."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from alignment.suggestions.models import Suggestion
from tests.browser.acts.annotating import Desk
from tests.browser.acts.managing import Office
from tests.browser.conftest import OpenWindow
from tests.factories import lease, make_member, make_project, make_reading

pytestmark = pytest.mark.browser


def figures(page: Page, row: str) -> list[str]:
    """Return one row of the report: figures of pairs shown with suggestions, then of controls."""
    cells = page.get_by_role("row", name=row).get_by_role("cell")
    return [text.split("\n")[0] for text in cells.all_inner_texts()]


@pytest.mark.usefixtures("worker")
def test_a_file_becomes_suggestions_and_the_report_says_what_became_of_them(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    project = make_project(pairs=2)
    file = tmp_path / "aligner.txt"
    file.write_text("0-0 1-2 2-1\n0-0 1-2 2-1\n")
    window = open_window(project.created_by)
    page = window.page
    page.goto(f"/alignment/{project.slug}/suggestions/")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("radio", name="from 0").check()
    page.get_by_role("button", name="Import suggestions").click()
    office = Office(window)
    office.wait_for_job("Show suggestions")
    assert Suggestion.objects.filter(item__project=project).count() == 6
    annotator = make_member(project)
    assignment = lease(annotator)
    desk = Desk(open_window(annotator.user)).open(assignment)
    desk.walk_to("source", 0)
    desk.press("a")
    desk.walk_to("source", 1)
    desk.press("x", "n")
    desk.link_by_keys([2], [1], "P")
    desk.walk_to("target", 2)
    desk.press("n", "Enter")
    desk.expect_pair_after(assignment.pk)
    make_reading(make_member(project))
    page.reload()
    expect(page.get_by_role("heading", name="Use of suggestions")).to_be_visible()
    assert figures(page, "Links suggested")[0] == "6"
    # The link drawn by hand where one was suggested, and all of the second reading, agree with suggestions.
    assert figures(page, "Accepted")[0] == "5"
    assert figures(page, "Dismissed")[0] == "1"
    assert figures(page, "Links not suggested")[0] == "0"
