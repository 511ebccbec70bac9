"""Looks for what is wrong with the page that is open."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.pages.contrast import COLOUR_RULES, find_bad_colours
from tests.browser.pages.layout import find_layout_faults
from tests.browser.windows import Window, find_violations, measure_overflow

WIDTHS = (820, 1280)
PHONE = 390


def look_at(window: Window, looks: set[int], *, on_phones: bool = False) -> Iterator[str]:
    """Yield what is wrong with the page that is open, at both widths, on phones too if wanted, and in both schemes.

    Colours are asked about for text whose look is not among `looks`.
    """
    page = window.page
    settle(page)
    for width in (PHONE, *WIDTHS) if on_phones else WIDTHS:
        page.set_viewport_size({"width": width, "height": 860})
        if overflow := measure_overflow(page):
            yield f"{overflow} px wider than {width}"
        yield from (f"at {width}: {line}" for line in find_layout_faults(page))
    page.emulate_media(color_scheme="light")
    yield from (f"light: {line}" for line in find_violations(page, but=COLOUR_RULES))
    # The schemes differ in colours only.
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        yield from (f"{scheme}: {line}" for line in find_bad_colours(page, looks))


def settle(page: Page) -> None:
    """Wait until the page has done what its scripts do at the start."""
    # Not by locators, for the first of which Playwright loads its own script into the page: most need no wait.
    names = page.evaluate(
        """() => Object.entries({editor: ["editor"], rating: ["submit", "rating"]})
          .filter(([, ids]) => ids.every((id) => document.getElementById(id))).map(([name]) => name)"""
    )
    for name in names:
        expect(page.locator(f"html[data-{name}=ready]")).to_be_attached()
