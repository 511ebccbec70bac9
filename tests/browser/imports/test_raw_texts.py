"""Two texts as people have them, raw and with a blank last line, come in as pairs of words."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from alignment.pairs.models import SentencePair
from tests.browser.acts.managing import JOB_SECONDS, Office
from tests.browser.conftest import OpenWindow
from tests.factories import make_project

pytestmark = pytest.mark.browser
GERMAN = "Er kommt heute.\nSie geht, sagt er.\n\n"
ENGLISH = "He comes today.\nShe goes, he says.\n"


@pytest.mark.usefixtures("worker")
def test_raw_texts_are_split_at_punctuation_and_can_be_split_otherwise(open_window: OpenWindow, tmp_path: Path) -> None:
    files = {"File": tmp_path / "a.de", "Second file": tmp_path / "a.en"}
    for path, text in zip(files.values(), (GERMAN, ENGLISH), strict=True):
        path.write_text(text)
    project = make_project(source_language="de", target_language="en")
    window = open_window(project.created_by)
    office, page = Office(window), window.page
    page.goto(f"/alignment/{project.slug}/import/")
    for label, path in files.items():
        page.get_by_label(label, exact=True).or_(page.get_by_label(f"{label} (optional)", exact=True)).set_input_files(
            path
        )
    page.get_by_role("button", name="Preview import").click()
    words = page.locator(".parallel .cut")
    expect(words).to_have_text(
        ["Er", "kommt", "heute", ".", "He", "comes", "today", ".", "Sie", "geht", ",", "sagt", "er", ".",
         "She", "goes", ",", "he", "says", "."],
        timeout=JOB_SECONDS * 1000,
    )  # fmt: skip
    raw = "6 words end in punctuation: this looks like raw text"
    expect(page.get_by_text(f"{raw}. It was split by language rules.")).to_be_visible()
    expect(page.get_by_role("row", name="a.de")).to_be_visible()
    page.get_by_label("Words", exact=True).select_option(label="At spaces only")
    page.get_by_role("button", name="Preview again").click()
    expect(page.get_by_text(f"{raw}, but it was split at spaces only.")).to_be_visible(timeout=JOB_SECONDS * 1000)
    expect(words.nth(2)).to_have_text("heute.")
    page.get_by_label("Words", exact=True).select_option(label="By language rules")
    page.get_by_role("button", name="Preview again").click()
    expect(words.nth(3)).to_have_text(".", timeout=JOB_SECONDS * 1000)
    office.confirm_import(2)
    pairs = SentencePair.objects.filter(item__project=project).order_by("item__number")
    assert pairs[0].source_tokens == ["Er", "kommt", "heute", "."]
    assert pairs[1].target_tokens == ["She", "goes", ",", "he", "says", "."]
