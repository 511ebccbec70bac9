"""In adjudication and reconciliation the current row stays clear of the sentences above and the bar of keys below."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from alignment.rounds.services.rounds import open_round
from annotation_site.projects.models import Role
from tests.browser.conftest import OpenWindow
from tests.browser.windows import measure_overflow
from tests.factories import make_member, make_pair, make_project, make_reading

pytestmark = pytest.mark.browser
WINDOWS = ((1280, 860), (820, 1180), (390, 844))
LENGTH = 60

HIDDEN = """(row) => {
    const stage = document.getElementById("stage"), here = document.querySelector(row);
    const box = here.getBoundingClientRect(), isSticky = getComputedStyle(stage).position === "sticky";
    const first = isSticky && !stage.contains(here) ? Math.max(0, stage.getBoundingClientRect().bottom) : 0;
    const last = document.querySelector(".dock").getBoundingClientRect().top;
    const isSeen = box.top >= first - 1 && box.bottom <= last + 1;
    return isSeen || box.height > last - first ? [] : [`${box.top}-${box.bottom} in ${first}-${last}`];
}"""


def walk(page: Page, keys: list[str], row: str) -> list[str]:
    """Press keys; return where the row was hidden after any of them."""
    faults = []
    for key in keys:
        page.keyboard.press(key)
        faults += [f"{key}: {line}" for line in page.evaluate(HIDDEN, row)]
    return faults


@pytest.mark.parametrize(("width", "height"), WINDOWS)
@pytest.mark.parametrize("language", ["en", "ar", "zh"])
def test_the_current_row_is_never_under_the_bar(
    open_window: OpenWindow, language: str, width: int, height: int
) -> None:
    project = make_project(source_language=language)
    stems = {"en": "decision", "ar": "كلمة", "zh": "决定"}[language], "espressione"
    pair = make_pair(project, *(" ".join(f"{stem}{number}" for number in range(LENGTH)) for stem in stems))
    one, other = make_member(project), make_member(project)
    for annotator, labels in ((one, "SSP"), (other, "PSS")):
        reading = make_reading(annotator, " ".join(f"{i}-{LENGTH - 1 - i}{labels[i % 3]}" for i in range(LENGTH)))
    adjudicator = make_member(project, Role.ADJUDICATOR).user
    page = open_window(adjudicator, width=width).page
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/alignment/{project.slug}/adjudication/{pair.number}/")
    expect(page.locator("html[data-adjudication=ready]")).to_be_attached()
    assert measure_overflow(page) == 0
    assert walk(page, ["j"] * 20 + ["k"] * 12 + ["j"] * 30, ".dispute.is-current") == []
    open_round(user=project.created_by, project=project, operation_id=uuid4())
    page = open_window(other.user, width=width).page
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/alignment/reconcile/{reading.pk}/")
    expect(page.locator("html[data-reconciliation=ready]")).to_be_attached()
    assert walk(page, ["j"] * 20 + ["k"] * 12 + ["j"] * 30, ".difference.is-current") == []
    page.locator("#stage .word").first.focus()
    assert walk(page, ["ArrowLeft" if language == "ar" else "ArrowRight"] * (LENGTH - 1), ".word:focus") == []
