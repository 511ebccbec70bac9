"""Annotation that three people made in another tool is imported by its manager; the figures are the known ones."""

import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect

from alignment.agreement.queries.figures import read_agreement
from alignment.imported_annotation.annotator_names import name_annotators
from tests.browser.acts.managing import JOB_SECONDS, Office
from tests.browser.conftest import OpenWindow
from tests.factories import make_project
from tests.shared_data import shared

pytestmark = pytest.mark.browser
OWN = [
    "# sentence pair 1\nun gatto\nNULL ({ / / }) a ({ 1 / / }) cat ({ 2 / / })\n",
    "# sentence pair 1\nun gatto\nNULL ({ 1 / / }) a ({ / / }) cat ({ p2 / / })\n",
]


def bring_in(office: Office, files: Sequence[Path], names: Sequence[str]) -> None:
    """Upload the files, name their annotators, import them and go to the agreement."""
    page = office.page
    office.go_to("Data", "Import")
    page.get_by_role("link", name="Import annotation").click()
    page.get_by_label("Files", exact=True).set_input_files([str(file) for file in files])
    page.get_by_role("button", name="Preview import").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible(timeout=JOB_SECONDS * 1000)
    for part, name in zip(name_annotators([file.name for file in files]), names, strict=True):
        page.get_by_label(f"Name for {part}").fill(name)
    page.get_by_role("button", name="Import readings").click()
    office.wait_for_job("Show agreement")


@pytest.mark.usefixtures("worker")
def test_two_readings_come_in_and_agree_by_keyboard(open_window: OpenWindow, tmp_path: Path) -> None:
    files = [tmp_path / "ada.txt", tmp_path / "bea.txt"]
    for file, text in zip(files, OWN, strict=True):
        file.write_text(text)
    project = make_project()
    window = open_window(project.created_by)
    window.page.goto(f"/alignment/{project.slug}/readings/")
    page = window.page
    page.get_by_label("Files", exact=True).focus()
    page.get_by_label("Files", exact=True).set_input_files([str(file) for file in files])
    for _ in ("format", "index base", "direction", "button"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Preview")).to_be_visible(timeout=JOB_SECONDS * 1000)
    page.get_by_label("Name for bea").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Show agreement")).to_be_visible(timeout=JOB_SECONDS * 1000)
    assert list(project.memberships.exclude(pseudonym="").values_list("user__name", flat=True)) == ["ada", "bea"]


@pytest.mark.usefixtures("worker")
def test_rte2_comes_in_as_three_annotators_work(open_window: OpenWindow) -> None:
    folder = shared("data/alignment/rte2-three-annotators")
    files = [folder / f"RTE2_test_{name}.align.txt" for name in "ABC"]
    project = make_project(name="RTE2")
    window = open_window(project.created_by)
    window.page.goto(f"/alignment/{project.slug}/")
    start = time.monotonic()
    bring_in(Office(window), files, ["Ada", "Bea", "Cem"])
    took = time.monotonic() - start
    jobs = {job.kind: (job.finished_at - job.started_at).total_seconds() for job in project.jobs.all()}
    print(f"RTE2, 800 pairs of three annotators, from upload to agreement: {took:.1f} s; jobs in seconds: {jobs}")
    report = read_agreement(project)
    assert report is not None
    assert (round(report.kappa.value or 0, 5), report.link_items) == (0.72887, 11_438)
    figures = {str(row): [round(each.value or 0, 4) for each in row.figures.values()] for row in report.annotator_pairs}
    assert figures == {
        "A–B": [0.8310, 0.8056, 0.9389, 0.4077],
        "A–C": [0.8346, 0.8106, 0.9387, 0.4217],
        "B–C": [0.9862, 0.9820, 0.9961, 0.9457],
    }
    shown = window.page.locator("main").text_content() or ""
    for text in ("0.729", "11,438", "0.831", "0.806", "0.939", "0.408", "0.986", "0.422"):
        assert text in shown, text
    # How often A and B chose each two labels: tests/alignment/agreement/test_agr.py has the published sums.
    confusion = report.annotator_pairs[0].counts.confusion()
    assert confusion["S", "N"] + confusion["P", "N"] == 926
    assert confusion["N", "S"] + confusion["N", "P"] == 1648
    for count in confusion.values():
        assert f"{count:,}" in shown, count
