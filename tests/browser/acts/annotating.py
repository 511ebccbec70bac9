"""Annotators' actions on their pages."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from annotation_site.assignments.models import Assignment
from tests.browser.windows import Window, expect_at, expect_saved


class Desk:
    """The editor, used by mouse or by keyboard."""

    def __init__(self, window: Window, page: Page | None = None) -> None:
        self.window = window
        self.page = page or window.page

    def open(self, assignment: Assignment) -> "Desk":
        """Go to the pair of an assignment."""
        self.page.goto(f"/alignment/annotate/{assignment.pk}/")
        return self.wait_until_ready()

    def wait_until_ready(self) -> "Desk":
        """Wait until the editor has taken over what was unsent and listens."""
        expect(self.page.locator("html[data-editor=ready]")).to_be_attached()
        return self

    def word(self, side: str, index: int) -> Locator:
        """Return one word of one sentence."""
        return self.page.locator(f'#{side}-words .word[data-index="{index}"]')

    @property
    def receipt(self) -> Locator:
        """The editor's message about saved work."""
        return self.page.locator("#receipt")

    @property
    def assignment(self) -> int:
        """The number of the open assignment."""
        found = re.search(r"/annotate/(\d+)/", self.page.url)
        assert found, f"no editor at {self.page.url}"
        return int(found[1])

    def expect_saved(self) -> None:
        """Wait for the receipt that everything has reached the server."""
        expect_saved(self.page)

    def stored(self) -> dict[str, Any]:
        """Return links on the server as {(source, target): label}, marks as {(side, index)}."""
        state = self.window.context.request.get(f"/api/v1/assignments/{self.assignment}/").json()
        links = {(source, target): label for source, target, label in state["links"]}
        marks = {(side, index) for side, indices in state["unaligned"].items() for index in indices}
        return {"links": links, "marks": marks, "comments": [each["text"] for each in state["comments"]]}

    # --- by mouse
    def click_words(self, side: str, *indices: int) -> None:
        """Pick words by clicking them."""
        for index in indices:
            self.word(side, index).click()

    def click_tool(self, name: str) -> None:
        """Press one of the buttons under the sentences."""
        self.page.locator("#tools").get_by_role("button", name=name).click()

    def link_by_mouse(self, sources: list[int], targets: list[int], label: str) -> None:
        """Click words on both sides, then Sure or Possible."""
        self.click_words("source", *sources)
        self.click_words("target", *targets)
        self.click_tool({"S": "Sure", "P": "Possible"}[label])

    def drag_across(self, source: int, target: int, *, possible: bool = False) -> None:
        """Draw a link by dragging a source word onto a target word."""
        if possible:
            self.page.keyboard.down("Alt")
        self.word("source", source).drag_to(self.word("target", target))
        if possible:
            self.page.keyboard.up("Alt")

    # --- the matrix by mouse
    def cell_place(self, source: int, target: int) -> tuple[float, float]:
        """Return the middle of a cell on the screen: below its column's header, beside its row's."""
        row = self.page.locator(f'.matrix-name.of-source[data-index="{source}"]').bounding_box()
        column = self.page.locator(f'.matrix-name.of-target[data-index="{target}"]').bounding_box()
        assert row
        assert column
        return column["x"] + column["width"] / 2, row["y"] + row["height"] / 2

    def click_cell(self, source: int, target: int, *, times: int = 1) -> None:
        """Click a cell, or double-click it."""
        self.page.mouse.click(*self.cell_place(source, target), click_count=times)

    def point_at_row(self, source: int) -> None:
        """Go to the row of a source word by clicking its name."""
        self.page.locator(f'.matrix-name.of-source[data-index="{source}"]').click()

    def drag_block(self, first: tuple[int, int], last: tuple[int, int]) -> None:
        """Pick a block of cells by dragging from one corner to the other."""
        self.page.mouse.move(*self.cell_place(*first))
        self.page.mouse.down()
        self.page.mouse.move(*self.cell_place(*last), steps=4)
        self.page.mouse.up()

    # --- by keyboard
    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def walk_to(self, side: str, index: int) -> None:
        """Bring the cursor to a word by arrows alone."""
        here = self.page.locator(".word.is-cursor")
        if here.evaluate("(word) => word.closest('[data-side]').dataset.side") != side:
            self.press("ArrowDown" if side == "target" else "ArrowUp")
        direction = self.page.locator(f"#{side}-words").get_attribute("dir")
        there, last = index, self.page.locator(f"#{side}-words .word").count() - 1
        start = int(here.get_attribute("data-index") or 0)
        if last - there < abs(there - start):
            self.press("End")
            start = last
        elif there < abs(there - start):
            self.press("Home")
            start = 0
        forward, back = ("ArrowRight", "ArrowLeft") if direction == "ltr" else ("ArrowLeft", "ArrowRight")
        self.press(*[forward if there > start else back] * abs(there - start))
        expect(self.word(side, index)).to_be_focused()

    def pick_by_keys(self, side: str, *indices: int) -> None:
        """Pick words with the space bar."""
        for index in indices:
            self.walk_to(side, index)
            self.press("Space")

    def link_by_keys(self, sources: list[int], targets: list[int], label: str) -> None:
        """Pick words on both sides, then S or P."""
        self.pick_by_keys("source", *sources)
        self.pick_by_keys("target", *targets)
        self.press(label.lower())

    def mark_by_keys(self, side: str, index: int) -> None:
        """Mark a word as unaligned."""
        self.walk_to(side, index)
        self.press("n")

    # --- leaving
    def has_untouched_words(self) -> bool:
        """Return whether the editor shows words that have neither a link nor a mark."""
        return self.page.locator(".word.is-open").count() > 0

    def mark_rest(self, *, by_keys: bool = False) -> None:
        """Answer the question about untouched words, which the server's refusal brings up."""
        self.window.expect_complaint(r"status of 400 .*/submit/")
        dialog = self.page.locator("#untouched-dialog")
        expect(dialog).to_be_visible()
        answer = dialog.get_by_role("button", name="Mark as no counterpart")
        if by_keys:
            self.press("Tab")
            expect(answer).to_be_focused()
            self.press("Enter")
        else:
            answer.click()

    def submit_under(self, other: "Desk") -> None:
        """Submit the pair, which another tab still shows, and draw a link there, which is refused."""
        self.window.expect_complaint(r"status of 409 .*/operations/")
        self.page.locator("#submit").click()
        self.mark_rest()
        self.expect_pair_after(other.assignment)
        other.link_by_mouse([3], [1], "S")
        expect(other.page.locator("#notice")).to_contain_text("Your unsaved changes")

    def expect_pair_after(self, earlier: int) -> "Desk":
        """Wait for the editor of another assignment than this one."""
        expect_at(self.page, re.compile(rf"/annotate/(?!{earlier}/)\d+/"))
        return self.wait_until_ready()


class Finger:
    """One finger on the screen, which passes every point between two."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.place = (0.0, 0.0)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    def down(self, x: float, y: float) -> None:
        """Touch a point."""
        self.place = (x, y)
        self._touch("touchStart", self.place)

    def hold(self, x: float, y: float, held: Locator) -> None:
        """Touch a point and rest there until the page shows that it is held."""
        self.down(x, y)
        expect(held.first).to_be_attached()

    def move(self, x: float, y: float, *, steps: int = 1) -> None:
        """Move in equal steps."""
        from_x, from_y = self.place
        for step in range(1, steps + 1):
            share = step / steps
            self._touch("touchMove", (from_x + (x - from_x) * share, from_y + (y - from_y) * share))
        self.place = (x, y)

    def up(self) -> None:
        self._touch("touchEnd")

    def cancel(self) -> None:
        """End the touch as a browser does that takes the gesture for its own."""
        self._touch("touchCancel")
