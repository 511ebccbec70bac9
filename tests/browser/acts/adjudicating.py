"""Adjudicators' actions on their pages."""

from collections.abc import Iterator

from playwright.sync_api import Locator, Page, expect

from tests.browser.windows import Window, expect_away


class Bench:
    """The adjudicator's page, used by keyboard."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.page: Page = window.page

    def open_worst(self, slug: str) -> None:
        """Go to the queue and from there to the pair with most disagreement."""
        self.page.goto(f"/alignment/{slug}/adjudication/")
        self.page.get_by_role("link", name="Start with the most disputed pair").click()
        self.expect_ready()

    def expect_ready(self) -> None:
        """Wait until the page hears keys."""
        expect(self.page.locator("html[data-adjudication=ready]")).to_be_attached()
        expect(self.open_cards.first).to_be_visible()

    @property
    def open_cards(self) -> Locator:
        """Cards without a decision."""
        return self.page.locator(".dispute:not([data-done])")

    @property
    def number(self) -> int:
        """Number of the pair that is open."""
        return int(self.page.url.rstrip("/").rpartition("/")[2])

    def decide_all(self, keys: Iterator[str]) -> int:
        """Press one key for each card until the pair is adjudicated; how many were pressed."""
        total = count = self.open_cards.count()
        while count:
            self.page.keyboard.press(next(keys))
            count -= 1
            expect(self.open_cards).to_have_count(count)
        self.expect_decided()
        return total

    def adopt(self, pseudonym: str) -> None:
        """Adopt one annotator's reading, by key, which leads on."""
        before = self.page.url
        self.page.keyboard.press(f"Shift+{pseudonym}")
        expect(self.page.locator(f"#adopt-{pseudonym}")).to_be_visible()
        self.page.keyboard.press("Enter")
        expect_away(self.page, before)

    def expect_decided(self) -> None:
        """Wait until the server says that the pair is adjudicated."""
        expect(self.page.locator("#pair[data-state=adjudicated]")).to_be_attached()

    def go_on(self) -> None:
        """Leave a decided pair for the next one."""
        before = self.page.url
        self.page.keyboard.press("Enter")
        expect_away(self.page, before)


def count_ribbons(page: Page) -> list[dict[str, int]]:
    """Return the number of ribbons by layer for each reading."""
    layers: list[dict[str, int]] = page.evaluate(
        """() => [...document.querySelectorAll("#stage .ribbons")].flatMap((svg) => {
            const paths = [...svg.children];
            const size = paths.length / svg.parentElement.querySelectorAll("[data-links]").length;
            const lanes = [];
            for (let at = 0; at < paths.length; at += size) lanes.push(paths.slice(at, at + size));
            return lanes.map((lane) => Object.fromEntries(lane
                .map((path) => [path.classList[1], (path.getAttribute("d") || "").split("M").length - 1])
                .filter(([, count]) => count)));
        })"""
    )
    return layers
