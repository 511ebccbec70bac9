"""A manager assigns the columns of semicolon files with German headers: of translations, and of external scores."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Hypothesis, SegmentValues
from tests.browser.acts.managing import JOB_SECONDS
from tests.browser.conftest import OpenWindow
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import make_test_set

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("worker")]
OUTPUTS = """Satznummer;Fassung;Text;Bemerkung
1;NLLB;Si è alzata presto.;gut
2;NLLB;Ha rotto il gelo.;
4;NLLB;Piove forte.;
"""
SCORES = """Satz;Wert A;Wert B
1;0,25;0,5
2;0,75;0,5
4;1;0,125
"""


def test_translations_and_scores_of_any_columns_come_in(open_window: OpenWindow, tmp_path: Path) -> None:
    test_set = make_test_set(make_evaluation_project())
    window = open_window(test_set.project.created_by)
    # Between two choices the table may lack a content, which the page says.
    window.expect_complaint(r"status of 400 .*/again/")
    page = window.page
    upload(page, test_set, "translations/", tmp_path / "Ausgaben.csv", OUTPUTS)
    assign(page, ["segment", "system", "translation", ""])
    expect(page.get_by_text("Ignored: Bemerkung")).to_be_visible()
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="NLLB"))
    expect(row.get_by_role("cell")).to_have_text(["3", "1"])
    page.get_by_role("button", name="Add translations").click()
    expect(page.get_by_text("NLLB: 1 of 4 missing")).to_be_visible(timeout=JOB_SECONDS * 1000)
    stored = Hypothesis.objects.filter(translation__system__name="NLLB").order_by("number")
    assert list(stored.values_list("text", flat=True)) == [
        "Si è alzata presto.",
        "Ha rotto il gelo.",
        "",
        "Piove forte.",
    ]

    upload(page, test_set, "external-scores/", tmp_path / "Werte.csv", SCORES, name="COMET-22")
    expect(page.get_by_role("alert")).to_contain_text("This test set has no system called “Wert A”")
    assign(page, ["segment", "scores:NLLB", "scores:system one"])
    page.get_by_role("button", name="Add scores").click()
    expect(page.get_by_text("COMET-22 of ")).to_be_visible(timeout=JOB_SECONDS * 1000)
    scores = SegmentValues.objects.values_list("translation__system__name", "scores")
    assert dict(scores) == {"NLLB": [0.25, 0.75, None, 1], "system one": [0.5, 0.5, None, 0.125]}


def upload(page: Page, test_set: TestSet, address: str, file: Path, text: str, name: str = "") -> None:
    """Choose a file on a page of the test set, and wait for the preview with its columns."""
    file.write_text(text, encoding="utf-8")
    page.goto(f"/evaluation/{test_set.project.slug}/test-sets/{test_set.pk}/{address}")
    if name:
        page.get_by_label("Measure", exact=True).fill(name)
    page.locator("input[type=file]").first.set_input_files(file)
    page.locator("form button.primary").click()
    expect(page.locator(".assigned select").first).to_be_visible(timeout=JOB_SECONDS * 1000)


def assign(page: Page, contents: list[str]) -> None:
    """Choose what each column holds; each choice is read at once. Those that free a content come first."""
    selects = page.locator(".assigned select")
    changes = [place for place, content in enumerate(contents) if selects.nth(place).input_value() != content]
    for place in sorted(changes, key=lambda place: contents[place] != ""):
        before = page.url
        selects.nth(place).select_option(contents[place])
        page.wait_for_url(lambda url, before=before: url != before)  # type: ignore[misc]
        expect(selects.first).to_be_visible(timeout=JOB_SECONDS * 1000)
    assert [select.input_value() for select in selects.all()] == contents
