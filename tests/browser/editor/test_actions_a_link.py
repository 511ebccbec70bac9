"""Keys that a link takes in the text, counted on a sentence whose end is in another order."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.acts.annotating import Desk
from tests.browser.conftest import OpenWindow
from tests.factories import lease, make_member, make_pair, make_project

pytestmark = pytest.mark.browser
SOURCE = "in the old harbour the fishermen mend their nets every evening before the long winter storms arrive"
TARGET = (
    "nel vecchio porto i pescatori rammendano le loro reti ogni sera prima che arrivino le lunghe tempeste invernali"
)
LINKS = "0-0 1-0 2-1 3-2 4-3 5-4 6-5 7-7 8-8 9-9 10-10 11-11 11-12 12-14 13-15 14-17 15-16 16-13"


class Counter:
    """Somebody who uses arrows and S alone, always the shorter way; every press counts."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.count = 0

    def press(self, key: str) -> None:
        self.desk.press(key)
        self.count += 1

    def here(self) -> tuple[str, int]:
        """Return the place of the cursor."""
        side, index = self.desk.page.locator(".word.is-cursor").evaluate(
            "(word) => [word.closest('[data-side]').dataset.side, Number(word.dataset.index)]"
        )
        return side, index

    def reach(self, side: str, index: int) -> None:
        """Cross to the sentence if need be, then go along it."""
        if self.here()[0] != side:
            self.press("ArrowDown" if side == "target" else "ArrowUp")
        distance = index - self.here()[1]
        for _ in range(abs(distance)):
            self.press("ArrowRight" if distance > 0 else "ArrowLeft")

    def link(self, source: int, targets: list[int]) -> None:
        """Link a word with its partners."""
        self.reach("source", source)
        for target in targets:
            self.reach("target", target)
            self.press("s")


def test_a_link_takes_little_more_than_three_keys(open_window: OpenWindow) -> None:
    project = make_project()
    make_pair(project, SOURCE, TARGET)
    annotator = make_member(project)
    counter = Counter(Desk(open_window(annotator.user)).open(lease(annotator)))
    cells = [(int(source), int(target)) for source, target in re.findall(r"(\d+)-(\d+)", LINKS)]
    for source in sorted({cell[0] for cell in cells}):
        counter.link(source, [target for each, target in cells if each == source])
    counter.desk.expect_saved()
    assert counter.desk.stored()["links"] == dict.fromkeys(cells, "S")
    assert counter.count / len(cells) < 3.5, counter.count  # 56 keys; 110 where every word was picked
    # What S would link is shown before it is pressed; Esc lets go of the word that the arrow led from.
    expect(counter.desk.page.locator(".word.is-from")).to_have_count(1)
    counter.press("Escape")
    expect(counter.desk.page.locator(".word.is-from")).to_have_count(0)
    counter.press("s")
    expect(counter.desk.page.locator("#hint")).to_contain_text("Select a word in the English sentence")
